-- Flow, the language of meshc, in Neovim's own client. With the folders `vim` and `neovim` of these editors on
-- the runtime path: require("meshflow").setup()
local M = {}

--- Gives what is under the cursor another name; versions under way still know it by the old one, which @was keeps.
function M.rename_keeping_was(name)
  local params = vim.lsp.util.make_position_params()
  params.newName = name
  params.keepWas = true
  vim.lsp.buf_request(0, "textDocument/rename", params)
end

--- Files of the standard library and pages about findings, which no disk has: the server that led there has their text.
local function read_content(event)
  local uri = event.file:match("meshc%-%a+:/.*$")
  for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == "meshc" then
      local answer = client.request_sync("workspace/textDocumentContent", { uri = uri }, 5000, event.buf)
      if answer and answer.result then
        vim.api.nvim_buf_set_lines(event.buf, 0, -1, false, vim.split(answer.result.text:gsub("\n$", ""), "\n"))
        vim.bo[event.buf].syntax = uri:match("%.flow$") and "meshflow" or "markdown"
        break
      end
    end
  end
  vim.bo[event.buf].buftype = "nofile"
  vim.bo[event.buf].modified = false
  vim.bo[event.buf].modifiable = false
end

--- options: cmd (default {"meshc", "lsp"}), settings (what stands below `meshc`), on_attach, capabilities
function M.setup(options)
  options = options or {}
  vim.api.nvim_create_autocmd("BufReadCmd", { pattern = { "*meshc-std:/*", "*meshc-explain:/*" }, callback = read_content })
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "meshflow",
    callback = function(event)
      vim.api.nvim_buf_create_user_command(event.buf, "MeshflowRenameKeepingWas", function(command)
        M.rename_keeping_was(command.args)
      end, { nargs = 1, desc = "another name; the old one is kept with @was" })
      local file = vim.api.nvim_buf_get_name(event.buf)
      local found = vim.fs and vim.fs.find({ ".git" }, { upward = true, path = vim.fn.fnamemodify(file, ":h") })[1]
      local folder = found and vim.fn.fnamemodify(found, ":h") or vim.fn.fnamemodify(file, ":p:h")
      local config = {
        name = "meshc",
        cmd = options.cmd or { "meshc", "lsp" },
        root_dir = folder,
        init_options = options.settings,
        capabilities = options.capabilities,
        on_attach = options.on_attach,
      }
      if vim.lsp.start then
        vim.lsp.start(config, { bufnr = event.buf })
        return
      end
      -- Neovim 0.7
      M.clients = M.clients or {}
      M.clients[folder] = M.clients[folder] or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, M.clients[folder])
    end,
  })
end

return M
