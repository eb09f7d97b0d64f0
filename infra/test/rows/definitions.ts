import ts from 'typescript-5'
import { type Sources, symbolOf } from './calls.ts'

export interface Callee {
  readonly callee: ts.FunctionLikeDeclaration | ts.CallExpression
  readonly names: Names
}

export interface BoundExpression {
  readonly expression: ts.Expression
  readonly names: Names
}
export type Names = ReadonlyMap<ts.Symbol, BoundExpression>

export class Definitions {
  readonly #sources: Sources

  constructor(sources: Sources) {
    this.#sources = sources
  }

  functions(node: ts.Expression, names: Names): Callee[] {
    const inner = unwrapped(node)
    if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) return [{ callee: inner, names }]
    if (ts.isConditionalExpression(inner))
      return [...this.functions(inner.whenTrue, names), ...this.functions(inner.whenFalse, names)]
    if (ts.isCallExpression(inner)) {
      if (inner.expression.getText() === 'fixed') return [{ callee: inner, names }]
      return this.made(inner, names).flatMap(({ expression, names: own }) => this.functions(expression, own))
    }
    const declared = symbolOf(this.#sources.checker, inner)?.valueDeclaration
    if (declared && (ts.isFunctionDeclaration(declared) || ts.isMethodDeclaration(declared)))
      return [{ callee: declared, names: new Map() }]
    return this.of(inner, names).flatMap(({ expression, names: own }) => this.functions(expression, own))
  }

  made(call: ts.CallExpression, names: Names): BoundExpression[] {
    return this.functions(call.expression, names).flatMap(({ callee, names: own }) =>
      ts.isCallExpression(callee) ? [] : this.answers(callee, call, own, names),
    )
  }

  answers(
    callee: ts.FunctionLikeDeclaration,
    call: ts.CallExpression,
    own: Names,
    names: Names,
  ): BoundExpression[] {
    const bound = new Map(own)
    callee.parameters.forEach((parameter, index) => {
      const argument = call.arguments[index] ?? parameter.initializer
      const symbol = this.#sources.checker.getSymbolAtLocation(parameter.name)
      if (symbol && argument) bound.set(symbol, { expression: argument, names })
      if (ts.isObjectBindingPattern(parameter.name) && argument)
        this.#bindPattern(parameter.name, argument, names, bound)
    })
    if (!callee.body) return []
    const answers = ts.isBlock(callee.body) ? returned(callee.body) : [callee.body]
    return answers.map((expression) => ({ expression, names: bound }))
  }

  #bindPattern(
    pattern: ts.ObjectBindingPattern,
    argument: ts.Expression,
    names: Names,
    bound: Map<ts.Symbol, BoundExpression>,
  ): void {
    for (const element of pattern.elements) {
      const symbol = this.#sources.checker.getSymbolAtLocation(element.name)
      const property = (element.propertyName ?? element.name).getText()
      const found =
        this.members(argument, property, names)[0] ??
        (element.initializer && { expression: element.initializer, names })
      if (symbol && found) bound.set(symbol, found)
    }
  }

  /** A constant, an argument, or the arguments of the callers of the function. */
  of(node: ts.Expression, names: Names): BoundExpression[] {
    if (ts.isPropertyAccessExpression(node)) return this.members(node.expression, node.name.text, names)
    if (ts.isElementAccessExpression(node)) return this.members(node.expression, undefined, names)
    if (!ts.isIdentifier(node)) return []
    const shorthand = ts.isShorthandPropertyAssignment(node.parent)
      ? this.#sources.checker.getShorthandAssignmentValueSymbol(node.parent)
      : undefined
    const symbol = shorthand ?? symbolOf(this.#sources.checker, node)
    const bound = symbol && names.get(symbol)
    if (bound) return [bound]
    const declared = symbol?.valueDeclaration
    if (!declared) return []
    if (ts.isVariableDeclaration(declared) && declared.initializer)
      return [{ expression: declared.initializer, names }]
    if (ts.isParameter(declared)) return this.#passed(declared, undefined)
    if (!ts.isBindingElement(declared)) return []
    const property = (declared.propertyName ?? declared.name).getText()
    const holder = declared.parent.parent
    if (ts.isParameter(holder)) return this.#passed(holder, property)
    return ts.isVariableDeclaration(holder) && holder.initializer
      ? this.members(holder.initializer, property, names)
      : []
  }

  #passed(parameter: ts.ParameterDeclaration, property: string | undefined): BoundExpression[] {
    const callee = parameter.parent
    const named = callee.name ?? (ts.isVariableDeclaration(callee.parent) ? callee.parent.name : undefined)
    const symbol = named && this.#sources.checker.getSymbolAtLocation(named)
    const calls = symbol ? (this.#sources.callers.get(symbol) ?? []) : []
    const index = callee.parameters.indexOf(parameter)
    return calls.flatMap(({ arguments: { [index]: argument } }) => {
      const expression = argument ?? parameter.initializer
      if (!expression) return []
      return property === undefined
        ? [{ expression, names: new Map() }]
        : this.members(expression, property, new Map())
    })
  }

  /** All members without a name. */
  members(node: ts.Expression, property: string | undefined, names: Names): BoundExpression[] {
    const inner = unwrapped(node)
    if (ts.isObjectLiteralExpression(inner))
      return inner.properties.flatMap((each): BoundExpression[] => {
        if (property !== undefined && each.name?.getText() !== property) return []
        if (ts.isPropertyAssignment(each)) return [{ expression: each.initializer, names }]
        return ts.isShorthandPropertyAssignment(each) ? [{ expression: each.name, names }] : []
      })
    const found = ts.isCallExpression(inner) ? this.made(inner, names) : this.of(inner, names)
    return found.flatMap(({ expression, names: own }) => this.members(expression, property, own))
  }
}

export function unwrapped(node: ts.Expression): ts.Expression {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  )
    return unwrapped(node.expression)
  return node
}

/** Skips nested functions. */
function returned(block: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = []
  ts.forEachChild(block, (child) => {
    if (ts.isFunctionLike(child)) return
    if (ts.isReturnStatement(child) && child.expression) found.push(child.expression)
    found.push(...returned(child))
  })
  return found
}
