// The whole Flow language (LANGUAGE.md), one rule per construct.
//
// Made for speed: nearly every decision needs one token of lookahead. Therefore
// - binary expressions are flat; build_expression.cpp applies the table of precedences;
// - lists read `item (',' item?)*`; parse/brackets.cpp has reported doubled commas;
// - words that need no decision (modes, classes, verbs) are names here, checked when the AST is built;
// - rules label all that the builder reads: no terminals are stored in the tree.
// Brackets arrive balanced, see compiler/syntax/parse/brackets.h.
parser grammar FlowParser;
options { tokenVocab = FlowLexer; }

// ---- Declarations ------------------------------------------------------------------------------

declaration: annotations+=annotation* anyDeclaration;

anyDeclaration
  : meshLine
  | importDeclaration
  | typeAlias
  | recordDeclaration
  | enumDeclaration
  | unionDeclaration
  | envelopeDeclaration
  | errorDeclaration
  | processorDeclaration
  | routerDeclaration
  | policyDeclaration
  | flowDeclaration
  | scenarioDeclaration
  | flavorDeclaration
  | deployDeclaration
  ;

annotation
  : AT id=anyName (LPAREN (arguments+=expression (COMMA arguments+=expression?)*)? RPAREN)?
  ;

meshLine: MESH path=dottedName SEMICOLON;

importDeclaration
  : IMPORT (file=(STRING | RAW_STRING) | path=dottedName) (AS alias=name)? SEMICOLON
  ;

typeAlias: TYPE id=name ASSIGN aliased=type SEMICOLON;

recordDeclaration: RECORD id=name body=memberBlock;
unionDeclaration: UNION id=name body=memberBlock;
envelopeDeclaration: ENVELOPE id=name body=memberBlock;

memberBlock: LBRACE items+=member* RBRACE;

// A member, a field with its modes, or `reserved a, b;`: told apart by the builder.
member
  : annotations+=annotation* words+=anyName+
    (COLON written=type (ASSIGN value=expression)? | (COMMA others+=anyName?)*) SEMICOLON
  ;

enumDeclaration: OPEN? ENUM id=name values=valueList;

valueList: LBRACE (items+=enumValue (COMMA items+=enumValue?)*)? RBRACE;

enumValue: annotations+=annotation* id=anyName;

errorDeclaration
  : ERROR id=name (COLON parent=qualifiedName)? errorClass=name? (SEMICOLON | body=memberBlock)
  ;

processorDeclaration
  : PROCESSOR id=name parameters=parameterList (ARROW results=parameterList)?
    (SEMICOLON | properties=propertyBlock)
  ;

routerDeclaration
  : ROUTER id=name parameters=parameterList ARROW
    (labels=valueList | STEPS plan=stepList limit=maxClause?)
    (SEMICOLON | properties=propertyBlock)
  ;

parameterList: LPAREN (items+=parameter (COMMA items+=parameter?)*)? RPAREN;

parameter: annotations+=annotation* id=anyName COLON written=type (ASSIGN value=expression)?;

stepList: LBRACE (items+=qualifiedName (COMMA items+=qualifiedName?)*)? RBRACE;

propertyBlock: LBRACE items+=property* RBRACE;

property
  : RAISES errors=nameList SEMICOLON
  | timeout=timeoutClause SEMICOLON
  | retry=retryClause SEMICOLON
  | EFFECT effect=name (key=BY path+=anyName (DOT path+=anyName)* shared=name?)? SEMICOLON
  | UNDO undo=qualifiedName SEMICOLON
  | CONCURRENCY count=NUMBER SEMICOLON
  | SEMICOLON
  ;

policyDeclaration: POLICY id=name ASSIGN retry=retryClause SEMICOLON;

flowDeclaration
  : FLOW id=name ON payload=qualifiedName (SLA sla=NUMBER)? body=block handlers=guards
  ;

flavorDeclaration: FLAVOR id=name body=settingBlock;

deployDeclaration: DEPLOY id=name FOR path=dottedName body=settingBlock;

settingBlock: LBRACE items+=setting* RBRACE;

setting
  : LANES LBRACE (lanes+=anyName (COMMA lanes+=anyName?)*)? RBRACE tail+=settingWord* SEMICOLON
  | words+=settingWord+ (SEMICOLON | body=settingBlock)
  | SEMICOLON
  ;

settingWord
  : word=anyName
  | literal=(NUMBER | STRING | RAW_STRING | TRUE_WORD | FALSE_WORD | NULL_WORD)
  | sign=(RANGE | COLON | COMMA | DOT | MINUS)
  ;

// ---- Clauses shared by declarations and statements ----------------------------------------------

nameList: items+=qualifiedName (COMMA items+=qualifiedName?)*;

timeoutClause: TIMEOUT duration=NUMBER;

maxClause: MAX count=NUMBER;

retryClause
  : RETRY
    ( attempts=NUMBER (BACKOFF backoff=name delay=NUMBER (RANGE longest=NUMBER)?)? jitter=JITTER?
      (ON errors=nameList)?
    | policy=qualifiedName
    )
  ;

waitClause: WAIT (word=name | count=NUMBER);

guards: clauses+=onClause* (last=FINALLY finallyBody=block)?;

onClause: ON errors=nameList (AS variable=name)? body=block;

// ---- Statements ----------------------------------------------------------------------------------

block: LBRACE items+=statement* RBRACE;

statement
  : chainStatement
  | optionalStatement
  | setStatement
  | ifStatement
  | matchStatement
  | routeStatement
  | followStatement
  | whileStatement
  | repeatStatement
  | loopStatement
  | jumpStatement
  | parallelStatement
  | eachStatement
  | tryStatement
  | raiseStatement
  | sagaStatement
  | tapStatement
  | awaitStatement
  | block
  | emptyStatement
  ;

emptyStatement: SEMICOLON;

chainStatement: first=call (ARROW rest+=call)* SEMICOLON;

// Legal as a branch of `parallel` only, which the builder checks.
optionalStatement: prefix=OPTIONAL_PREFIX body=statement;

call: callee=qualifiedName arguments=bindingList? options+=callOption*;

bindingList: LPAREN (items+=binding (COMMA items+=binding?)*)? RPAREN;

binding: id=anyName COLON value=expression;

callOption
  : AS (field=anyName | targets=targetList)
  | timeout=timeoutClause
  | retry=retryClause
  ;

targetList: LBRACE (items+=target (COMMA items+=target?)*)? RBRACE;

target: result=anyName COLON field=anyName;

setStatement
  : SET path+=anyName (DOT path+=anyName)*
    op=(ASSIGN | ADD_ASSIGN | SUBTRACT_ASSIGN | MULTIPLY_ASSIGN) value=expression SEMICOLON
  ;

ifStatement: IF condition=expression body=block others+=elseArm*;

elseArm: ELSE (IF condition=expression)? body=block;

elseBlock: ELSE body=block;

matchStatement: MATCH subject=expression arms=matchArms;

matchArms: LBRACE items+=matchArm* RBRACE;

matchArm: patterns+=pattern (COMMA patterns+=pattern?)* ARM body=armBody;

// A block or a simple statement. The others would clash with labels: `a => if x { } else => ...`.
armBody
  : chainStatement
  | setStatement
  | followStatement
  | jumpStatement
  | raiseStatement
  | tapStatement
  | awaitStatement
  | block
  | emptyStatement
  ;

pattern
  : MINUS? literal=(NUMBER | STRING | RAW_STRING | TRUE_WORD | FALSE_WORD | NULL_WORD)
  | path+=anyName (DOT path+=anyName)*
  ;

routeStatement: ROUTE router=call arms=routeArms;

routeArms: LBRACE items+=routeArm* RBRACE;

routeArm: labels+=anyName (COMMA labels+=anyName?)* ARM body=armBody;

followStatement: FOLLOW router=call SEMICOLON;

whileStatement: WHILE condition=expression limit=maxClause? body=block otherwise=elseBlock?;

repeatStatement
  : REPEAT limit=maxClause? body=block UNTIL condition=expression (SEMICOLON | otherwise=elseBlock)
  ;

loopStatement: LOOP limit=maxClause? body=block otherwise=elseBlock?;

jumpStatement: word=(BREAK | CONTINUE | RETURN) SEMICOLON;

parallelStatement: PARALLEL options+=joinOption* body=block;

eachStatement
  : EACH variable=name IN list=expression options+=joinOption* body=block
    (COLLECT collects+=collectItem (COMMA collects+=collectItem?)* SEMICOLON)?
  ;

collectItem: source=anyName INTO destination=anyName;

joinOption
  : limit=maxClause
  | WIDTH width=NUMBER
  | wait=waitClause
  | timeout=timeoutClause
  ;

tryStatement: TRY body=block handlers=guards;

raiseStatement
  : RAISE (error=qualifiedName (LPAREN message=expression RPAREN)? fields=recordLiteral?)? SEMICOLON
  ;

sagaStatement: SAGA body=block;

tapStatement: TAP step=call SEMICOLON;

awaitStatement
  : AWAIT signal=name COLON written=type INTO field=anyName timeout=timeoutClause
    (SEMICOLON | otherwise=elseBlock)
  ;

// ---- Scenarios -----------------------------------------------------------------------------------

scenarioDeclaration
  : SCENARIO title=(STRING | RAW_STRING) FOR subject=qualifiedName body=scenarioBlock
  ;

scenarioBlock: LBRACE items+=scenarioItem* RBRACE;

scenarioItem
  : GIVEN (literal=recordLiteral | word=name file=(STRING | RAW_STRING)) SEMICOLON
  | STUB actor=qualifiedName (WHEN condition=expression)? first=stubAnswer (THEN rest+=stubNext)* SEMICOLON
  | SIGNAL id=name value=expression SEMICOLON
  | EXPECT wanted=expectation SEMICOLON
  | SEMICOLON
  ;

stubAnswer
  : ( verb=RETURNS results=recordLiteral
    | verb=RAISES reaction=stubError
    | verb=CHOOSES label=anyName
    | verb=FOLLOWS steps=stubSteps
    ) extras+=stubExtra*
  ;

// Behind `then` the verb may be left out; it stays the same.
stubNext
  : full=stubAnswer
  | (results=recordLiteral | bare=bareAnswer | steps=stubSteps) extras+=stubExtra*
  ;

// A label, or an error with its message.
bareAnswer: first=anyName (DOT second=anyName)? (LPAREN message=expression RPAREN)?;

stubError: error=qualifiedName (LPAREN message=expression RPAREN)?;

stubSteps: LBRACKET (items+=qualifiedName (COMMA items+=qualifiedName?)*)? RBRACKET;

stubExtra: word=(TIMES | TAKES) amount=NUMBER;

expectation
  : word=VISITS_WORD visits=nameList
  | word=OUTCOME_WORD outcome=name error=qualifiedName?
  | word=ABSENT_WORD field=anyName
  | word=HOPS_WORD LESS_EQUAL hops=NUMBER
  | condition=expression
  ;

// ---- Types ---------------------------------------------------------------------------------------

type
  : ( named=qualifiedName limits=constraint?
    | LBRACKET element=type RBRACKET limits=constraint?
    | LBRACE element=type RBRACE
    ) optional=QUESTION?
  ;

constraint: LPAREN items+=constraintItem (COMMA items+=constraintItem?)* RPAREN;

constraintItem
  : low=bound? RANGE high=bound?
  | word=anyName regex=(STRING | RAW_STRING)
  ;

bound: sign=MINUS? value=NUMBER;

// ---- Expressions ---------------------------------------------------------------------------------

expression
  : first=operand rest+=operatorTail* (QUESTION thenValue=expression COLON elseValue=expression)?
  ;

operatorTail
  : op=( STAR | SLASH | PERCENT | PLUS | MINUS | COALESCE | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL
       | IN | EQUAL | NOT_EQUAL | AND | OR
       )
    right=operand
  ;

operand
  : prefixes+=(NOT | MINUS)*
    ( literal=(NUMBER | STRING | RAW_STRING | TRUE_WORD | FALSE_WORD | NULL_WORD)
    | id=anyName arguments=argumentList?
    | list=listLiteral
    | fields=recordLiteral
    | LPAREN inner=expression RPAREN
    )
    suffixes+=suffix*
  ;

argumentList: LPAREN (items+=expression (COMMA items+=expression?)*)? RPAREN;

suffix: DOT id=anyName | LBRACKET index=expression RBRACKET;

listLiteral: LBRACKET (items+=expression (COMMA items+=expression?)*)? RBRACKET;

recordLiteral: LBRACE (items+=recordEntry (COMMA items+=recordEntry?)*)? RBRACE;

recordEntry: (key=anyName | text=(STRING | RAW_STRING)) COLON value=expression;

// ---- Names ---------------------------------------------------------------------------------------

dottedName: parts+=anyName (DOT parts+=anyName)*;

qualifiedName: first=name (DOT second=name)?;

// What a declaration, a step or a variable may be called.
name
  : IDENTIFIER | AS | BACKOFF | BY | CHOOSES | COLLECT | CONCURRENCY | EFFECT | EXPECT | FOLLOWS | FOR | GIVEN
  | IN | INTO | JITTER | LANES | MAX | OPEN | OPTIONAL | RAISES | RETRY | RETURNS | SIGNAL
  | SLA | STEPS | STUB | TAKES | THEN | TIMEOUT | TIMES | UNDO | WAIT | WHEN | WIDTH
  ;

// What a field, member, param, result, label or value may be called: hard keywords too.
anyName
  : IDENTIFIER | AS | BACKOFF | BY | CHOOSES | COLLECT | CONCURRENCY | EFFECT | EXPECT | FOLLOWS | FOR | GIVEN
  | IN | INTO | JITTER | LANES | MAX | OPEN | OPTIONAL | OPTIONAL_PREFIX | RAISES | RETRY | RETURNS | SIGNAL
  | SLA | STEPS | STUB | TAKES | THEN | TIMEOUT | TIMES | UNDO | WAIT | WHEN | WIDTH
  | MESH | IMPORT | RECORD | ENUM | UNION | TYPE | ENVELOPE | ERROR | PROCESSOR | ROUTER | FLOW | SCENARIO
  | POLICY | FLAVOR | DEPLOY | EXPOSE | IF | ELSE | MATCH | WHILE | REPEAT | LOOP | UNTIL | EACH | PARALLEL
  | TRY | ON | FINALLY | RAISE | RETURN | BREAK | CONTINUE | SAGA | TAP | AWAIT | SET | ROUTE | FOLLOW
  ;
