-- One chain on the real server, as a user of Neovim goes it: finding, quick fix, completion, rename over two files,
-- format on save. MESHC: the program. The current folder holds shop.flow and part.flow.
local limit = 20000

local function fail(what, value)
  io.stderr:write("FAILED: " .. what .. "\n" .. vim.inspect(value) .. "\n")
  vim.cmd("cquit 1")
end

local function require_that(what, holds, value)
  if not holds then fail(what, value) end
end

-- vim.wait looks again until it holds or the time is up.
local function wait_for(what, condition)
  local value
  local held = vim.wait(limit, function()
    value = condition()
    return value and true or false
  end, 10)
  require_that(what, held, vim.diagnostic.get())
  return value
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, limit)
  require_that(method .. " is answered", answers ~= nil, method)
  for _, answer in pairs(answers) do
    require_that(method .. " is no error", answer.error == nil, answer)
    return answer.result
  end
end

local function place(line, text)
  local found = vim.fn.search("\\V" .. text, "cw")
  require_that(text .. " is there", found > 0, vim.api.nvim_buf_get_lines(0, 0, -1, false))
  vim.api.nvim_win_set_cursor(0, { vim.fn.line("."), vim.fn.col(".") - 1 + line })
end

local function chain()
  vim.opt.runtimepath:prepend(os.getenv("EDITORS") .. "/vim")
  vim.opt.runtimepath:prepend(os.getenv("EDITORS") .. "/neovim")
  vim.cmd("filetype on")
  require("meshflow").setup({ cmd = { os.getenv("MESHC"), "lsp" } })
  vim.cmd("edit shop.flow")
  require_that("the file's type", vim.bo.filetype == "meshflow", vim.bo.filetype)

  local findings = wait_for("a finding", function()
    local all = vim.diagnostic.get(0)
    return #all > 0 and all
  end)
  require_that("the finding's code", findings[1].code == "MC2018", findings)

  place(0, "stor;")
  local client = vim.lsp.get_active_clients()[1]
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {}, only = { "quickfix" } }
  local actions = ask("textDocument/codeAction", params)
  require_that("a quick fix", #actions > 0 and actions[1].edit ~= nil, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  wait_for("the finding goes", function() return #vim.diagnostic.get(0) == 0 end)

  place(0, "store;")
  vim.api.nvim_win_set_cursor(0, { vim.fn.line("."), vim.fn.col(".") + 2 })
  local completion = ask("textDocument/completion", vim.lsp.util.make_position_params())
  local labels = vim.tbl_map(function(item) return item.label end, completion.items)
  require_that("completion offers the step", vim.tbl_contains(labels, "store"), labels)

  place(0, "store;")
  params = vim.lsp.util.make_position_params()
  params.newName = "keeper"
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), client.offset_encoding)

  vim.api.nvim_create_autocmd("BufWritePre", { callback = function() vim.lsp.buf.formatting_sync(nil, limit) end })
  vim.cmd("wall")
  wait_for("no finding is left", function() return #vim.diagnostic.get() == 0 end)

  place(0, "keeper;")
  vim.cmd("MeshflowRenameKeepingWas holder")
  wait_for("the name with the old one kept", function() return vim.fn.search("\\V" .. "holder;", "cnw") > 0 end)
  vim.cmd("wall")

  vim.cmd("edit library.flow")
  wait_for("findings of the new file", function() return #vim.diagnostic.get(0) > 0 end)
  place(0, "http_unreachable;")
  vim.lsp.buf.definition()
  wait_for("the library's file", function() return vim.api.nvim_buf_get_name(0):match("meshc%-std:/resilience.flow$") end)
  require_that("the library's text, at the name", vim.api.nvim_get_current_line():match("^error http_unreachable"),
    vim.api.nvim_get_current_line())
  require_that("it is only read", not vim.bo.modifiable and not vim.bo.modified and vim.bo.syntax == "meshflow")
  vim.cmd("qall!")
end

local sound, problem = xpcall(chain, debug.traceback)
if not sound then fail("the chain", problem) end
