// Tokens of the Flow language (LANGUAGE.md, section 2).
//
// The lexer is total: any bytes give tokens. Malformed text has token types of its own, which
// compiler/syntax/parse/lex.cpp reports and repairs before the parser runs. It sees one unit per byte, and every
// byte of a non-ASCII character as NON_ASCII, so that offsets are byte offsets.
lexer grammar FlowLexer;

tokens {
  // Words that mean something else where they stand: retagged by parse/contextual_words.cpp.
  OPTIONAL_PREFIX, VISITS_WORD, OUTCOME_WORD, ABSENT_WORD, HOPS_WORD
}

// Hard keywords. Keep in step with `hardKeyword` in FlowParser.g4.
MESH: 'mesh';
IMPORT: 'import';
RECORD: 'record';
ENUM: 'enum';
UNION: 'union';
TYPE: 'type';
ENVELOPE: 'envelope';
ERROR: 'error';
PROCESSOR: 'processor';
ROUTER: 'router';
FLOW: 'flow';
SCENARIO: 'scenario';
POLICY: 'policy';
FLAVOR: 'flavor';
DEPLOY: 'deploy';
EXPOSE: 'expose';
IF: 'if';
ELSE: 'else';
MATCH: 'match';
WHILE: 'while';
REPEAT: 'repeat';
LOOP: 'loop';
UNTIL: 'until';
EACH: 'each';
PARALLEL: 'parallel';
TRY: 'try';
ON: 'on';
FINALLY: 'finally';
RAISE: 'raise';
RETURN: 'return';
BREAK: 'break';
CONTINUE: 'continue';
SAGA: 'saga';
TAP: 'tap';
AWAIT: 'await';
SET: 'set';
ROUTE: 'route';
FOLLOW: 'follow';
TRUE_WORD: 'true';
FALSE_WORD: 'false';
NULL_WORD: 'null';

// Soft keywords: the words that the parser decides by. All other words of the language are plain
// identifiers to it, told apart when the AST is built. Keep in step with `name` in FlowParser.g4.
AS: 'as';
BACKOFF: 'backoff';
BY: 'by';
CHOOSES: 'chooses';
COLLECT: 'collect';
CONCURRENCY: 'concurrency';
EFFECT: 'effect';
EXPECT: 'expect';
FOLLOWS: 'follows';
FOR: 'for';
GIVEN: 'given';
IN: 'in';
INTO: 'into';
JITTER: 'jitter';
LANES: 'lanes';
MAX: 'max';
OPEN: 'open';
OPTIONAL: 'optional';
RAISES: 'raises';
RETRY: 'retry';
RETURNS: 'returns';
SIGNAL: 'signal';
SLA: 'sla';
STEPS: 'steps';
STUB: 'stub';
TAKES: 'takes';
THEN: 'then';
TIMEOUT: 'timeout';
TIMES: 'times';
UNDO: 'undo';
WAIT: 'wait';
WHEN: 'when';
WIDTH: 'width';

IDENTIFIER: [A-Za-z_] [A-Za-z0-9_]*;

// Any shape that begins like a number, units included; its value is read by parse/number.cpp.
NUMBER: DIGITS WORD* ('.' [0-9] WORD*)? | DIGITS ('.' DIGITS)? [eE] [+-] [0-9] WORD*;
MALFORMED_NUMBER: '.' [0-9] WORD*;

STRING: '"' STRING_PART* '"';
RAW_STRING: '"""' RAW_PART* '"""';
UNTERMINATED_STRING: '"' STRING_PART* '\\'?;
UNTERMINATED_RAW_STRING: '"""' RAW_PART* '"'? '"'?;

LBRACE: '{';
RBRACE: '}';
LPAREN: '(';
RPAREN: ')';
LBRACKET: '[';
RBRACKET: ']';
SEMICOLON: ';';
COMMA: ',';
COLON: ':';
RANGE: '..';
DOT: '.';
ARM: '=>';
ARROW: '->';
EQUAL: '==';
NOT_EQUAL: '!=';
LESS_EQUAL: '<=';
GREATER_EQUAL: '>=';
LESS: '<';
GREATER: '>';
ADD_ASSIGN: '+=';
SUBTRACT_ASSIGN: '-=';
MULTIPLY_ASSIGN: '*=';
ASSIGN: '=';
AND: '&&';
OR: '||';
COALESCE: '??';
QUESTION: '?';
NOT: '!';
PLUS: '+';
MINUS: '-';
STAR: '*';
SLASH: '/';
PERCENT: '%';
AT: '@';

BLANK: [ \t\r\n]+;
DOC_COMMENT: '///' ([\u0000-\u0009\u000B-\u002E\u0030-\u007F] [\u0000-\u0009\u000B-\u007F]*)?;
LINE_COMMENT: '//' [\u0000-\u0009\u000B-\u007F]*;
BLOCK_COMMENT: '/*' BLOCK_PART* '*'+ '/';
UNTERMINATED_COMMENT: '/*' BLOCK_PART* '*'*;

STRAY: NON_ASCII+ | .;

fragment DIGITS: [0-9] [0-9_]*;
fragment WORD: [A-Za-z0-9_];
fragment NON_ASCII: '\u007F';
fragment STRING_PART: ~["\\\r\n] | '\\' ~[\r\n];
fragment RAW_PART: ~'"' | '"' ~'"' | '""' ~'"';
fragment BLOCK_PART: ~'*' | '*'+ ~[*/];
