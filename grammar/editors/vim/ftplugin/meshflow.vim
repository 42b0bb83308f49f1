" Flow, the language of meshc: layout, and `:make` to check.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,:///,://
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal cindent cinoptions=+0,L0,J1
setlocal makeprg=meshc\ check\ --color\ never\ %
setlocal errorformat=%f:%l:%c:\ %trror[%*[^]]]:\ %m,%f:%l:%c:\ %tarning[%*[^]]]:\ %m

let b:undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< cindent< cinoptions< makeprg< errorformat<"
