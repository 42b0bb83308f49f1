// The VS Code side of `meshc lsp`: starts the server, shows graphs, pages and results of scenarios.
import * as fs from "fs";
import * as path from "path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The server in the extension, or the one that the user names; never one that an untrusted workspace names. */
function serverPath(context: vscode.ExtensionContext): string {
  const settings = vscode.workspace.getConfiguration("meshc").inspect<string>("path");
  const own = vscode.workspace.isTrusted ? settings?.workspaceFolderValue ?? settings?.workspaceValue : undefined;
  const named = own || settings?.globalValue;
  if (named) return named;
  const inside = path.join(context.extensionPath, "server", "bin", "meshc");
  return fs.existsSync(inside) ? inside : "meshc";
}

/** What stands below `meshc`, as the server takes it. */
function settings(): object {
  const all = vscode.workspace.getConfiguration("meshc");
  return {
    importPaths: all.get("importPaths"),
    warnings: all.get("warnings"),
    delay: all.get("delay"),
    hints: all.get("hints"),
    lenses: all.get("lenses"),
  };
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const server: ServerOptions = { command: serverPath(context), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "meshflow", scheme: "file" }, { language: "meshflow", scheme: "untitled" },
                       { scheme: "meshc-std" }],
    initializationOptions: settings(),
    // The lenses' commands are handled here, so that their results show.
    middleware: { executeCommand: (command, args, next) => runCommand(command, args, next) },
  };
  client = new LanguageClient("meshc", "Flow", server, options);
  await client.start();
}

type Next = (command: string, args: unknown[]) => vscode.ProviderResult<unknown>;

interface ScenarioAnswer {
  title: string;
  passed: boolean;
  failures: string[];
  visits: string[];
  hops?: Hop[];
}

interface Hop {
  actor: string;
  outcome: string;
  attempt: number;
  fields: string[];
  location?: { uri: string; range: { start: { line: number }; end: { line: number; character: number } } };
}

const hopMark = vscode.window.createTextEditorDecorationType({
  after: { margin: "0 0 0 2em", color: new vscode.ThemeColor("editorCodeLens.foreground") },
});

/** Marks the lines that a trace came by, with order and outcome; until the text changes. */
function markHops(hops: Hop[]): void {
  for (const editor of vscode.window.visibleTextEditors) {
    const marks = new Map<number, string[]>();
    hops.forEach((hop, index) => {
      if (hop.location === undefined || vscode.Uri.parse(hop.location.uri).toString() !== editor.document.uri.toString()) return;
      const line = hop.location.range.end.line;
      const fields = hop.fields.length > 0 ? ` +${hop.fields.join(", ")}` : "";
      const attempt = hop.attempt > 1 ? ` (${hop.attempt})` : "";
      marks.set(line, [...(marks.get(line) ?? []), `${index + 1}: ${hop.outcome}${attempt}${fields}`]);
    });
    const ranges = [...marks].map(([line, texts]) => ({
      range: editor.document.lineAt(Math.min(line, editor.document.lineCount - 1)).range,
      renderOptions: { after: { contentText: texts.join("   ") } },
    }));
    editor.setDecorations(hopMark, ranges);
  }
}

/** Asks for a name, and keeps the old one for the versions under way. */
async function renameKeepingWas(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!client || editor?.document.languageId !== "meshflow") return;
  const position = editor.selection.active;
  const newName = await vscode.window.showInputBox({ prompt: "New name; the old one is kept with @was" });
  if (newName === undefined) return;
  try {
    const edit = await client.sendRequest("textDocument/rename", {
      textDocument: { uri: editor.document.uri.toString() },
      position: { line: position.line, character: position.character },
      newName,
      keepWas: true,
    });
    const changes = await client.protocol2CodeConverter.asWorkspaceEdit(edit as never);
    if (changes) await vscode.workspace.applyEdit(changes);
  } catch (refusal) {
    void vscode.window.showWarningMessage(String(refusal));
  }
}

let output: vscode.OutputChannel | undefined;

async function runCommand(command: string, args: unknown[], next: Next): Promise<unknown> {
  const answer = await next(command, args);
  if (command !== "meshc.runScenario" && command !== "meshc.traceScenario") return answer;
  const result = answer as ScenarioAnswer;
  output ??= vscode.window.createOutputChannel("Flow scenarios");
  const told = `${result.passed ? "ok    " : "FAILED"}  ${result.title}`;
  output.appendLine(told);
  for (const failure of result.failures) output.appendLine(`  ${failure}`);
  for (const hop of result.hops ?? []) output.appendLine(`  ${hop.actor} (${hop.attempt}): ${hop.outcome}`);
  output.show(true);
  void (result.passed ? vscode.window.showInformationMessage(told) : vscode.window.showErrorMessage(told));
  markHops(result.hops ?? []);
  return answer;
}

/** The title that a scenario's symbol means: symbols are called as they are written, in quotes. */
function titleOf(symbol: vscode.DocumentSymbol): string {
  if (symbol.name.startsWith('"""')) return symbol.name.slice(3, -3);
  const letters: Record<string, string> = { "0": "\0", n: "\n", r: "\r", t: "\t" };
  return symbol.name.slice(1, -1).replace(/\\(?:u\{([0-9A-Fa-f]{1,6})\}|(.))/g, (written, code?: string, letter?: string) => {
    if (code === undefined) return letters[letter!] ?? letter!;
    const point = parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : written;
  });
}

// Of packages that other tools have put there: they are of another language.
const elsewhere = "**/{node_modules/**,*.js.flow}";
const isOurs = (uri: vscode.Uri): boolean => !/\.js\.flow$|\/node_modules\//.test(uri.path);

/** The scenarios of the folder's files in the Testing view; the server runs them. */
function showTests(subscriptions: vscode.Disposable[]): vscode.TestController {
  const tests = vscode.tests.createTestController("meshc", "Flow scenarios");

  const list = async (uri: vscode.Uri): Promise<void> => {
    const symbols = await client?.sendRequest<vscode.DocumentSymbol[] | null>("textDocument/documentSymbol",
      { textDocument: { uri: uri.toString() } }).then((found) => found ?? [], () => undefined);
    if (symbols === undefined) return; // The server is not there: what is listed may still hold.
    const file = tests.createTestItem(uri.toString(), path.basename(uri.fsPath), uri);
    for (const symbol of symbols) {
      if (symbol.detail !== "scenario") continue;
      const title = titleOf(symbol);
      const item = tests.createTestItem(`${file.id}#${title}`, title, uri);
      item.range = client!.protocol2CodeConverter.asRange(symbol.selectionRange as never);
      file.children.add(item);
    }
    if (file.children.size > 0) tests.items.add(file);
    else tests.items.delete(file.id);
  };

  // One question at a time for each file, however fast somebody types.
  const listing = new Map<string, boolean>(); // By URI: whether it has changed since it was asked of.
  const listSoon = async (uri: vscode.Uri): Promise<void> => {
    const id = uri.toString();
    if (!isOurs(uri)) return;
    if (listing.has(id)) return void listing.set(id, true);
    try {
      do {
        listing.set(id, false);
        await list(uri);
      } while (listing.get(id));
    } finally {
      listing.delete(id);
    }
  };

  const runOne = async (run: vscode.TestRun, item: vscode.TestItem): Promise<void> => {
    run.started(item);
    try {
      const answer = await client!.sendRequest<ScenarioAnswer>("workspace/executeCommand",
        { command: "meshc.runScenario", arguments: [item.uri!.toString(), item.label] });
      if (answer.passed) run.passed(item);
      else run.failed(item, answer.failures.map((failure) => new vscode.TestMessage(failure)));
    } catch (refusal) {
      run.errored(item, new vscode.TestMessage(String(refusal)));
    }
  };

  const leaves = (items: Iterable<[string, vscode.TestItem]>): vscode.TestItem[] =>
    [...items].flatMap(([, item]) => item.children.size > 0 ? leaves(item.children) : [item]);
  tests.createRunProfile("Run", vscode.TestRunProfileKind.Run, async (request, token) => {
    const run = tests.createTestRun(request);
    const wanted = request.include ? leaves(request.include.map((item) => [item.id, item])) : leaves(tests.items);
    for (const item of wanted) {
      if (!token.isCancellationRequested && !request.exclude?.includes(item)) await runOne(run, item);
    }
    run.end();
  }, true);

  const isFlow = (document: vscode.TextDocument): boolean =>
    document.languageId === "meshflow" && document.uri.scheme === "file";
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.flow");
  subscriptions.push(
    watcher,
    watcher.onDidCreate(listSoon),
    watcher.onDidChange(listSoon),
    watcher.onDidDelete((uri) => tests.items.delete(uri.toString())),
    vscode.workspace.onDidOpenTextDocument((document) => isFlow(document) ? listSoon(document.uri) : undefined),
    vscode.workspace.onDidChangeTextDocument((change) =>
      isFlow(change.document) && change.contentChanges.length > 0 ? listSoon(change.document.uri) : undefined),
  );
  tests.refreshHandler = async () => {
    const open = vscode.workspace.textDocuments.filter(isFlow).map((document) => document.uri);
    for (const uri of [...open, ...await vscode.workspace.findFiles("**/*.flow", elsewhere)]) await listSoon(uri);
  };
  return tests;
}

/** Pages and files of the standard library, which no disk has. */
class Content implements vscode.TextDocumentContentProvider {
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const answer = await client?.sendRequest<{ text: string }>("workspace/textDocumentContent", { uri: uri.toString() });
    return answer?.text ?? "";
  }
}

let pane: vscode.WebviewPanel | undefined;
let drawn = "";
let answered: GraphAnswer | undefined;

interface GraphAnswer {
  picture: string;
  stale: boolean;
  node: string | null;
  nodes: { name: string; location: { uri: string; range: { start: { line: number; character: number } } } }[];
}

/**
 * In the pane: the step under the cursor is marked, and a click on a step tells which it is. Boxes are as wide as the
 * letters of Helvetica need; where others stand in for it, texts are pressed into their boxes.
 */
const paneScript = `
  const editor = acquireVsCodeApi();
  for (const step of document.querySelectorAll("g.node")) {
    const box = step.querySelector("polygon, path, ellipse")?.getBBox();
    for (const text of step.querySelectorAll("text")) {
      const room = box ? box.x + box.width - 3 - text.getBBox().x : Infinity;
      if (text.getComputedTextLength() <= room) continue;
      text.setAttribute("textLength", room);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }
  addEventListener("click", (event) => {
    const step = event.target.closest("g.node");
    if (step) editor.postMessage({ clicked: step.id });
  });
  addEventListener("message", ({ data }) => {
    for (const step of document.querySelectorAll("g.node")) step.classList.toggle("here", step.id === data.here);
    document.querySelector(".here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  editor.postMessage({ ready: true });`;

/** The picture of the text that the cursor is in; drawn anew only if it has changed. */
async function drawGraph(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!pane || !client || editor?.document.languageId !== "meshflow") return;
  const position = editor.selection.active;
  const answer = await client.sendRequest<GraphAnswer>("meshc/graph", {
    textDocument: { uri: editor.document.uri.toString() },
    position: { line: position.line, character: position.character },
  }).catch(() => undefined); // There is no picture before the first text without errors.
  if (!answer || !pane) return;
  answered = answer;
  const note = answer.stale ? "<p>the last picture before the errors</p>" : "";
  const body = note + answer.picture.slice(Math.max(0, answer.picture.indexOf("<svg")));
  if (body === drawn) return void pane.webview.postMessage({ here: answer.node });
  drawn = body;
  const nonce = Math.random().toString(36).slice(2);
  pane.webview.html = `<!DOCTYPE html><html><head><meta http-equiv="Content-Security-Policy"
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
    <style>body { background: white; color: black; } g.node { cursor: pointer; }
    g.node.here { filter: drop-shadow(0 0 3px #2f6fb8) drop-shadow(0 0 3px #2f6fb8); }</style></head>
    <body>${body}<script nonce="${nonce}">${paneScript}</script></body></html>`;
}

/** A click leads to the step's line. */
async function hearPane(message: { ready?: boolean; clicked?: string }): Promise<void> {
  if (message.ready) return void pane?.webview.postMessage({ here: answered?.node });
  const place = answered?.nodes.find((each) => each.name === message.clicked)?.location;
  if (!place) return;
  const at = new vscode.Position(place.range.start.line, place.range.start.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(place.uri),
    { viewColumn: vscode.ViewColumn.One, selection: new vscode.Range(at, at) });
}

/** A lens tells where its flow is: that is marked unless the cursor is at a step that is drawn. */
async function showGraph(uri?: string, position?: { line: number; character: number }): Promise<void> {
  if (!pane) {
    pane = vscode.window.createWebviewPanel("meshcGraph", "Flow graph",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true });
    drawn = "";
    pane.webview.onDidReceiveMessage(hearPane);
    pane.onDidDispose(() => (pane = answered = undefined));
  }
  await drawGraph();
  const editor = vscode.window.activeTextEditor;
  if (!position || answered?.node || editor?.document.uri.toString() !== vscode.Uri.parse(uri!).toString()) return;
  const at = new vscode.Position(position.line, position.character);
  editor.selection = new vscode.Selection(at, at); // The pane follows.
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const content = new Content();
  let tests: vscode.TestController | undefined;
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider("meshc-std", content),
    vscode.workspace.registerTextDocumentContentProvider("meshc-explain", content),
    vscode.commands.registerCommand("meshc.showGraph", showGraph),
    vscode.commands.registerCommand("meshc.renameKeepingWas", renameKeepingWas),
    vscode.workspace.onDidChangeTextDocument((change) => {
      // Output channels are documents, too.
      if (change.document.languageId === "meshflow" && change.contentChanges.length > 0) markHops([]);
    }),
    vscode.commands.registerCommand("meshc.restart", async () => {
      await client?.stop().catch(() => undefined); // It may never have begun.
      await start(context);
      void tests?.refreshHandler?.(new vscode.CancellationTokenSource().token);
    }),
    // Who trusts a workspace now may have named another server in it.
    vscode.workspace.onDidGrantWorkspaceTrust(() => vscode.commands.executeCommand("meshc.restart")),
    vscode.window.onDidChangeTextEditorSelection(drawGraph),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("meshc")) {
        void client?.sendNotification("workspace/didChangeConfiguration", { settings: { meshc: settings() } });
      }
    }),
  );
  await start(context);
  tests = showTests(context.subscriptions);
  context.subscriptions.push(tests);
  void tests.refreshHandler?.(new vscode.CancellationTokenSource().token);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
