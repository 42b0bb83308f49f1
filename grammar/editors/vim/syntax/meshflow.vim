" Flow, the language of meshc: colours.
if exists("b:current_syntax")
  finish
endif

syntax keyword meshflowDeclaration mesh import record enum union type envelope error processor router flow scenario policy flavor deploy expose
syntax keyword meshflowControl if else match while repeat loop until each parallel try on finally raise return break continue saga tap await set route follow
syntax keyword meshflowValue true false null
syntax keyword meshflowWord as backoff by chooses collect concurrency effect expect follows for given in into jitter lanes max open optional raises retry returns signal sla steps stub takes then timeout times undo wait when width
syntax keyword meshflowType bool int float string bytes timestamp duration json
" Words before the name of a field only.
syntax match meshflowField "\<\(out\|var\|log\)\>\ze\(\s\+\h\w*\)\+\s*:"
syntax match meshflowAnnotation "@\h\w*"
syntax match meshflowNumber "\<\d[0-9_]*\(\.\d[0-9_]*\)\?\([eE][+-]\?\d\+\)\?\(ms\|s\|m\|h\|d\|Ki\|Mi\|Gi\)\?\>"
syntax match meshflowEscape contained "\\\(u{\x\+}\|.\)"
syntax region meshflowString start=+"+ end=+"\|$+ contains=meshflowEscape
syntax region meshflowRawString start=+"""+ end=+"""+
syntax match meshflowComment "//.*$" contains=@Spell
syntax match meshflowDocComment "///.*$" contains=@Spell
syntax region meshflowBlockComment start="/\*" end="\*/" contains=@Spell
syntax sync fromstart

highlight default link meshflowDeclaration Structure
highlight default link meshflowControl Statement
highlight default link meshflowValue Constant
highlight default link meshflowWord Keyword
highlight default link meshflowField Keyword
highlight default link meshflowType Type
highlight default link meshflowAnnotation PreProc
highlight default link meshflowNumber Number
highlight default link meshflowEscape SpecialChar
highlight default link meshflowString String
highlight default link meshflowRawString String
highlight default link meshflowComment Comment
highlight default link meshflowDocComment SpecialComment
highlight default link meshflowBlockComment Comment

let b:current_syntax = "meshflow"
