;;; meshflow-mode.el --- Flow, the language of meshc  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.8"))
;; Put this folder on `load-path' and write (require 'meshflow-mode).
;; `M-x eglot' then starts `meshc lsp', which must be on the PATH.

;;; Commentary:
;; Colours and layout by themselves; everything else is answered by the language server.

;;; Code:

(defconst meshflow-declarations
  '("mesh" "import" "record" "enum" "union" "type" "envelope" "error" "processor" "router" "flow" "scenario" "policy" "flavor" "deploy" "expose"))

(defconst meshflow-control
  '("if" "else" "match" "while" "repeat" "loop" "until" "each" "parallel" "try" "on" "finally" "raise" "return" "break" "continue" "saga" "tap" "await" "set" "route" "follow"))

(defconst meshflow-values
  '("true" "false" "null"))

(defconst meshflow-words
  '("as" "backoff" "by" "chooses" "collect" "concurrency" "effect" "expect" "follows" "for" "given" "in" "into" "jitter" "lanes" "max" "open" "optional" "raises" "retry" "returns" "signal" "sla" "steps" "stub" "takes" "then" "timeout" "times" "undo" "wait" "when" "width"))

(defconst meshflow-types
  '("bool" "int" "float" "string" "bytes" "timestamp" "duration" "json"))

(defvar meshflow-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "\"" table)
    table))

(defun meshflow-find-field-word (limit)
  "Find a word before LIMIT that means something only before the name of a field."
  (let (found)
    (while (and (not found) (re-search-forward "\\_<\\(?:out\\|var\\|log\\)\\_>" limit t))
      (setq found (save-match-data (looking-at "\\(?:[ \t]+[A-Za-z_][A-Za-z0-9_]*\\)+[ \t]*:"))))
    found))

(defun meshflow-mark-raw-string ()
  "Make a string of what is between two times three quotes, which may hold quotes."
  (let* ((begin (match-beginning 0))
         (state (save-excursion (syntax-ppss begin))))
    (cond ((nth 4 state))
          ((null (nth 3 state)) (put-text-property begin (1+ begin) 'syntax-table (string-to-syntax "|")))
          ((eq (nth 3 state) t)
           (put-text-property (1- (match-end 0)) (match-end 0) 'syntax-table (string-to-syntax "|"))))))

(defconst meshflow-syntax-propertize
  (syntax-propertize-rules ("\"\"\"" (0 (ignore (meshflow-mark-raw-string)))))
  "Marks what the table of characters cannot tell.")

(defvar meshflow-font-lock-keywords
  `(("@[A-Za-z_][A-Za-z0-9_]*" . font-lock-preprocessor-face)
    (meshflow-find-field-word . font-lock-builtin-face)
    (,(regexp-opt meshflow-declarations 'words) . font-lock-keyword-face)
    (,(regexp-opt meshflow-control 'words) . font-lock-keyword-face)
    (,(regexp-opt meshflow-words 'words) . font-lock-builtin-face)
    (,(regexp-opt meshflow-values 'words) . font-lock-constant-face)
    (,(regexp-opt meshflow-types 'words) . font-lock-type-face)
    ("\\_<[0-9][0-9_]*\\(?:\\.[0-9][0-9_]*\\)?\\(?:[eE][+-]?[0-9]+\\)?\\(?:ms\\|s\\|m\\|h\\|d\\|Ki\\|Mi\\|Gi\\)?\\_>"
     . font-lock-constant-face)))

(defcustom meshflow-indent-offset 2
  "Columns that a block is indented by."
  :type 'integer
  :group 'languages)

(defun meshflow-indent-line ()
  "Indent the line by the brackets that are open before it."
  (interactive)
  (let* ((depth (save-excursion (back-to-indentation) (car (syntax-ppss))))
         (closes (save-excursion (back-to-indentation) (looking-at "[])}]")))
         (column (* meshflow-indent-offset (max 0 (if closes (1- depth) depth)))))
    (save-excursion (indent-line-to column))
    (when (< (current-column) column) (move-to-column column))))

;;;###autoload
(define-derived-mode meshflow-mode prog-mode "Flow"
  "Major mode for Flow files."
  (setq-local font-lock-defaults '(meshflow-font-lock-keywords))
  (setq-local syntax-propertize-function meshflow-syntax-propertize)
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'meshflow-indent-line))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.flow\\'" . meshflow-mode))

(declare-function eglot--current-server-or-lose "eglot")
(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function eglot--apply-workspace-edit "eglot")
(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-request "jsonrpc")

(defun meshflow-rename-keeping-was (name)
  "Give what is at point the NAME.
Versions under way still know it by the old one, which @was keeps."
  (interactive "sNew name; the old one is kept with @was: ")
  (eglot--apply-workspace-edit
   (jsonrpc-request (eglot--current-server-or-lose) :textDocument/rename
                    (append (eglot--TextDocumentPositionParams) (list :newName name :keepWas t)))
   nil))

;; Files of the standard library, and pages about findings: no disk has them, the server does.

(defconst meshflow-content-names "\\`meshc-\\(?:std\\|explain\\):/"
  "What their names begin with.")

(defvar meshflow-content-server nil
  "The server that named one of them last.")

(defun meshflow-content-path (convert uri)
  "Let CONVERT make a path of URI, unless the server alone can read it."
  (let ((name (if (keywordp uri) (substring (symbol-name uri) 1) uri)))
    (if (not (string-match-p meshflow-content-names name))
        (funcall convert uri)
      (setq meshflow-content-server (or (eglot-current-server) meshflow-content-server))
      name)))

(defun meshflow-content-insert (name visit)
  "Insert the text of NAME, as `insert-file-contents' does; VISIT: it is the buffer's own."
  (let ((text (plist-get (jsonrpc-request meshflow-content-server :workspace/textDocumentContent (list :uri name)) :text)))
    (save-excursion (insert text))
    (when visit
      (setq buffer-file-name name)
      (set-buffer-modified-p nil))
    (list name (length text))))

(defun meshflow-content-handler (operation &rest arguments)
  "Do OPERATION of files with ARGUMENTS where the first names a text that the server has."
  (pcase operation
    ('insert-file-contents (meshflow-content-insert (car arguments) (cadr arguments)))
    ((or 'expand-file-name 'file-truename 'abbreviate-file-name 'substitute-in-file-name) (car arguments))
    ((or 'file-exists-p 'file-readable-p 'verify-visited-file-modtime) t)
    ('file-name-directory "/")
    ((or 'file-directory-p 'file-writable-p 'file-remote-p 'file-attributes 'file-modes 'file-symlink-p
         'file-locked-p 'vc-registered 'make-auto-save-file-name)
     nil)
    (_ (let ((inhibit-file-name-handlers (cons 'meshflow-content-handler inhibit-file-name-handlers))
             (inhibit-file-name-operation operation))
         (apply operation arguments)))))

(with-eval-after-load 'eglot
  (add-to-list 'file-name-handler-alist (cons meshflow-content-names #'meshflow-content-handler))
  ;; Before version 1.12 eglot takes every URI for a file's.
  (when (fboundp 'eglot--uri-to-path)
    (advice-add 'eglot--uri-to-path :around #'meshflow-content-path))
  (when (fboundp 'eglot-uri-to-path)
    (advice-add 'eglot-uri-to-path :around #'meshflow-content-path))
  (add-to-list 'eglot-server-programs '(meshflow-mode . ("meshc" "lsp"))))

(provide 'meshflow-mode)
;;; meshflow-mode.el ends here
