" Other programs own the name `flow`.
autocmd BufNewFile,BufRead *.flow setfiletype meshflow
