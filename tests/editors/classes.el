;;; classes.el --- what Emacs calls each place  -*- lexical-binding: t; -*-
;; EDITORS: their folder; ASKED: a file of {file: [[line, column]]}; TOLD: where the names of the faces go, in that order.
(require 'json)
(add-to-list 'load-path (expand-file-name "emacs" (getenv "EDITORS")))
(require 'meshflow-mode)

(defun face-name-at (line column)
  "The face of the place, the innermost of several."
  (goto-char (point-min))
  (forward-line (1- line))
  (let ((face (get-text-property (+ (point) (1- column)) 'face)))
    (format "%s" (if (consp face) (car face) face))))

(let* ((json-key-type 'string)
       (asked (json-read-file (getenv "ASKED")))
       (told '()))
  (dolist (entry asked)
    (with-temp-buffer
      (insert-file-contents (car entry))
      (meshflow-mode)
      (font-lock-ensure)
      (mapc (lambda (place) (push (face-name-at (aref place 0) (aref place 1)) told)) (cdr entry))))
  (with-temp-file (getenv "TOLD")
    (insert (json-encode (vconcat (nreverse told))))))
;;; classes.el ends here
