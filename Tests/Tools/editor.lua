-- Opens a file in Neovim with viperline's language server, and prints what the editor shows: one JSON object.
-- usage: VIPERLINE=PROGRAM nvim --headless -u NONE -c 'luafile editor.lua' FILE
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = "viperline", cmd = { os.getenv("VIPERLINE"), "lsp" } })
vim.lsp.buf_attach_client(buffer, client)
local function ask(method, line, character)
    local params = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = character } }
    local replies = vim.lsp.buf_request_sync(buffer, method, params, 10000)
    return replies[client].result
end
local shown = {}
assert(vim.wait(60000, function() return #vim.diagnostic.get(buffer) > 0 end, 20), "no diagnostics")
for _, found in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(shown, { found.lnum + 1, found.message })
end
-- The user corrects the key in line 4; the mistake goes.
vim.api.nvim_buf_set_lines(buffer, 3, 4, false, { "    receives: [é.a]" })
local isMended = vim.wait(60000, function() return #vim.diagnostic.get(buffer) == 1 end, 20)
local labels = {}
vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { "    res" })
for _, item in ipairs(ask("textDocument/completion", 4, 7).items) do
    table.insert(labels, item.label)
end
local hover = ask("textDocument/hover", 3, 5).contents.value
local definition = ask("textDocument/definition", 1, 30)
io.stdout:write(vim.json.encode({ diagnostics = shown, mended = isMended, completion = labels, hover = hover, definition = definition }))
vim.lsp.stop_client(client)
vim.cmd("qall!")
