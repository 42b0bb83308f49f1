-- What Vim's grammar calls each place. EDITORS: their folder; ASKED: a file of {file: [[line, column]]}; TOLD: where the
-- names of the groups go, in that order.
local function read(name)
  local file = assert(io.open(name))
  local text = file:read("a")
  file:close()
  return text
end

local function main()
  vim.opt.runtimepath:prepend(os.getenv("EDITORS") .. "/vim")
  vim.cmd("filetype on | syntax on")
  local asked = read(os.getenv("ASKED"))
  local told = {}
  -- A table of Lua has no order, and the answer has that of the question.
  for file, places in asked:gmatch('"([^"]+)": (%[[^"]*%])') do
    vim.cmd("edit " .. vim.fn.fnameescape(file))
    for _, place in ipairs(vim.fn.json_decode(places)) do
      table.insert(told, vim.fn.synIDattr(vim.fn.synID(place[1], place[2], 1), "name"))
    end
    vim.cmd("bwipeout!")
  end
  local out = assert(io.open(os.getenv("TOLD"), "w"))
  out:write(vim.fn.json_encode(told))
  out:close()
  vim.cmd("qall!")
end

local sound, problem = xpcall(main, debug.traceback)
if not sound then
  io.stderr:write(problem .. "\n")
  vim.cmd("cquit 1")
end
