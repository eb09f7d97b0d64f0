import ts from 'typescript-5'
import type { Kind } from './generate.ts'
import { type Span, sqlTerms } from './sql-conditions.ts'

export interface Change extends Span {
  readonly kind: Kind
  readonly replacement: string
  readonly context: Span
}

const writeNames =
  /^(delete|update|end|remove|revoke|drop|clear|cancel|close|forget|expire|retire|withdraw|disable|deactivate|lock|prove|unlink|destroy|purge|release|bump|invalidate|reset|sign[A-Z])/
const guardNames = /^(refuse|require|check|assert|reject|ensure|verify|confirm|limit)/

/** Nodes below are visited separately. */
export function changesOfNode(node: ts.Node, text: string): Change[] {
  if (ts.isBinaryExpression(node)) return termsOfCondition(node)
  if (ts.isTaggedTemplateExpression(node)) return conditionsOfStatement(node, text)
  if (ts.isExpressionStatement(node)) return removedCall(node)
  if (ts.isCallExpression(node)) return removedFilter(node)
  if (ts.isPropertyAssignment(node)) return flippedOption(node)
  if (ts.isIfStatement(node)) return removedGuard(node)
  return []
}

const spanOf = (node: ts.Node): Span => ({ start: node.getStart(), end: node.getEnd() })

function termsOfCondition(node: ts.BinaryExpression): Change[] {
  const operator = node.operatorToken.kind
  if (operator !== ts.SyntaxKind.AmpersandAmpersandToken && operator !== ts.SyntaxKind.BarBarToken) return []
  // The outermost node of the chain removes each of its operands.
  if (ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === operator) return []
  const operands = operandsOf(node, operator)
  return operands.flatMap((operand, index) => {
    const [previous, next] = [operands[index - 1], operands[index + 1]]
    const span = next
      ? { start: operand.getStart(), end: next.getStart() }
      : { start: previous?.getEnd() ?? operand.getStart(), end: operand.getEnd() }
    return [{ kind: 'term' as const, ...span, replacement: '', context: spanOf(node) }]
  })
}

const operandsOf = (node: ts.Expression, operator: ts.SyntaxKind): ts.Expression[] =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === operator
    ? [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)]
    : [node]

function conditionsOfStatement(node: ts.TaggedTemplateExpression, text: string): Change[] {
  if (!ts.isIdentifier(node.tag) || node.tag.text !== 'sql') return []
  const { start, end } = spanOf(node.template)
  const inside = { start: start + 1, end: end - 1 }
  let statement = text.slice(inside.start, inside.end)
  // A value becomes one name of the same length, so that positions stay the same.
  if (ts.isTemplateExpression(node.template))
    for (const { expression } of node.template.templateSpans) {
      const from = text.lastIndexOf('${', expression.getStart()) - inside.start
      const to = text.indexOf('}', expression.getEnd()) + 1 - inside.start
      statement = statement.slice(0, from) + '$'.repeat(to - from) + statement.slice(to)
    }
  return sqlTerms(statement).map((term) => ({
    kind: 'sql',
    start: inside.start + term.start,
    end: inside.start + term.end,
    replacement: term.neutral,
    context: spanOf(node),
  }))
}

/** The statement only calls a function which ends or changes something, or which refuses. */
function removedCall(node: ts.ExpressionStatement): Change[] {
  const isAwaited = ts.isAwaitExpression(node.expression)
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
  if (!ts.isCallExpression(call)) return []
  const name = calledName(call)
  const isWrite =
    isAwaited && (writeNames.test(name) || /^(run|rows)$/.test(name)) && !/\bINSERT\b/.test(call.getText())
  const isGuard = guardNames.test(name) && !ts.isIfStatement(node.parent)
  if (!isWrite && !isGuard) return []
  return [
    {
      kind: isWrite ? 'write' : 'guard',
      ...spanOf(node),
      replacement: ';',
      context: spanOf(node),
    },
  ]
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

function removedFilter(node: ts.CallExpression): Change[] {
  if (!ts.isPropertyAccessExpression(node.expression) || node.expression.name.text !== 'filter') return []
  const start = node.expression.expression.getEnd()
  return [{ kind: 'filter', start, end: node.getEnd(), replacement: '', context: spanOf(node) }]
}

function flippedOption(node: ts.PropertyAssignment): Change[] {
  const isTrue = node.initializer.kind === ts.SyntaxKind.TrueKeyword
  const isFalse = node.initializer.kind === ts.SyntaxKind.FalseKeyword
  if (!(isTrue || isFalse) || !isInArgument(node.parent)) return []
  return [
    {
      kind: 'option',
      ...spanOf(node.initializer),
      replacement: String(isFalse),
      context: spanOf(node.parent),
    },
  ]
}

function isInArgument(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return parent.arguments?.some((argument) => argument === node) ?? false
  const isNested = ts.isPropertyAssignment(parent) || ts.isObjectLiteralExpression(parent)
  return isNested && isInArgument(parent)
}

function removedGuard(node: ts.IfStatement): Change[] {
  if (node.elseStatement || !isExit(node.thenStatement)) return []
  return [{ kind: 'guard', ...spanOf(node), replacement: ';', context: spanOf(node) }]
}

function isExit(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) {
    const last = statement.statements.at(-1)
    return last !== undefined && isExit(last)
  }
  if (ts.isThrowStatement(statement) || ts.isReturnStatement(statement)) return true
  if (!ts.isExpressionStatement(statement)) return false
  const { expression } = statement
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression
  return ts.isCallExpression(call) && guardNames.test(calledName(call))
}
