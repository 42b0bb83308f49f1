" What Vim does with a flow that is wrong, by its own means: `:make` leads to the finding, and a line is indented and a
" remark continued as the language is written. MESHC: the compiler; EDITORS: their folder; TOLD: where what failed goes.
function s:Require(holds, what, value)
  if !a:holds
    call writefile([a:what . ': ' . string(a:value)], $TOLD, 'a')
  endif
endfunction

try
  let &runtimepath = $EDITORS . '/vim,' . &runtimepath
  let $PATH = fnamemodify($MESHC, ':h') . ':' . $PATH
  filetype plugin on
  edit shop.flow
  call s:Require(&filetype ==# 'meshflow', 'the file type', &filetype)
  silent make!
  let s:errors = filter(getqflist(), 'v:val.valid')
  call s:Require(len(s:errors) == 1, 'one finding', getqflist())
  call s:Require([s:errors[0].lnum, s:errors[0].col, s:errors[0].type] == [4, 21, 'e'], 'its place', s:errors)
  call s:Require(s:errors[0].text =~# '`stor`', 'what it says', s:errors)
  cfirst
  call s:Require([line('.'), col('.')] == [4, 21], 'where it leads', getcurpos())
  call append(4, ['flow more on Sale {', 'store;', '}'])
  normal! 5G=}
  call s:Require(getline(6) ==# '  store;', 'the indentation', getline(5, 7))
  qall!
catch
  call writefile([v:throwpoint . ': ' . v:exception], $TOLD, 'a')
  cquit
endtry
