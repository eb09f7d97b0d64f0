import ts from 'typescript-5'
import type { Sources } from './calls.ts'
import { Constants } from './constants.ts'
import { Definitions, type Names, unwrapped } from './definitions.ts'
import { Unreadable } from './unreadable.ts'

/** Placeholder of a parameter. */
const value = '\0'
const mostVariants = 24

/** One text with numbered parameters for each combination of the conditions. */
export function statementTexts(sources: Sources, expression: ts.Expression): string[] {
  return new Reader(sources).texts(expression, new Map()).map(numbered)
}

function numbered(text: string): string {
  let count = 0
  return text.replaceAll(value, () => `$${++count}`)
}

class Reader {
  readonly #checker: ts.TypeChecker
  readonly #definitions: Definitions
  readonly #constants: Constants
  readonly #open = new Set<ts.Node>()

  constructor(sources: Sources) {
    this.#checker = sources.checker
    this.#definitions = new Definitions(sources)
    this.#constants = new Constants(sources.checker, this.#definitions)
  }
  texts(node: ts.Expression, names: Names): string[] {
    const inner = unwrapped(node)
    if (this.#open.has(inner)) throw new Unreadable(`${inner.getText()} refers to itself`)
    this.#open.add(inner)
    try {
      return this.#texts(inner, names).slice(0, mostVariants)
    } finally {
      this.#open.delete(inner)
    }
  }

  #texts(node: ts.Expression, names: Names): string[] {
    if (ts.isTaggedTemplateExpression(node)) return this.#template(node.template, names)
    if (ts.isConditionalExpression(node))
      return [...this.texts(node.whenTrue, names), ...this.texts(node.whenFalse, names)]
    if (ts.isBinaryExpression(node))
      return [...this.texts(node.left, names), ...this.texts(node.right, names)]
    if (ts.isCallExpression(node)) return this.#call(node, names)
    const found = this.#definitions.of(node, names)
    if (found.length) return found.flatMap(({ expression, names: own }) => this.texts(expression, own))
    if (ts.isIdentifier(node) && node.text === 'empty') return ['']
    throw new Unreadable(node.getText())
  }

  #template(template: ts.TemplateLiteral, names: Names): string[] {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text]
    return template.templateSpans.reduce<string[]>(
      (texts, { expression, literal }) => {
        const parts = this.#isSql(expression) ? this.#part(expression, texts[0] ?? '', names) : [value]
        return texts.flatMap((text) => parts.map((part) => text + part + literal.text)).slice(0, mostVariants)
      },
      [template.head.text],
    )
  }

  /** A condition that cannot be read from the sources becomes `true`, because the columns of the result do not depend on it. */
  #part(node: ts.Expression, before: string, names: Names): string[] {
    try {
      return this.texts(node, names)
    } catch (error) {
      if (error instanceof Unreadable && /\b(WHERE|AND|OR|ON)[\s(]*$/.test(before)) return ['true']
      throw error
    }
  }

  #isSql(node: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).some(({ symbol }) => symbol?.name === 'Sql')
  }

  #call(node: ts.CallExpression, names: Names): string[] {
    const [first, second] = node.arguments
    const name = ts.isIdentifier(node.expression) ? node.expression.text : ''
    if (name === 'raw' && first) return [this.#constants.text(first, names)]
    if (name === 'join' && first)
      return [this.#list(first, names).join(second ? this.#constants.text(second, names) : ',')]
    if (name === 'allOf' && first) return [this.#list(first, names).join(' AND ') || 'true']
    const callees = this.#definitions.functions(node.expression, names)
    if (callees.length)
      return callees.flatMap(({ callee, names: own }) =>
        ts.isCallExpression(callee)
          ? [callee.arguments.map((part) => this.#constants.text(part, own)).join(value)]
          : this.#definitions
              .answers(callee, node, own, names)
              .flatMap((answer) => this.texts(answer.expression, answer.names)),
      )
    throw new Unreadable(node.getText())
  }

  /** One element for a list that is known only at run time. */
  #list(node: ts.Expression, names: Names): string[] {
    const inner = unwrapped(node)
    if (ts.isArrayLiteralExpression(inner))
      return inner.elements.flatMap((each) =>
        ts.isSpreadElement(each) ? this.#list(each.expression, names) : this.texts(each, names).slice(0, 1),
      )
    if (ts.isConditionalExpression(inner)) return this.#list(inner.whenTrue, names)
    if (ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression)) {
      const [made] = inner.arguments
      if (inner.expression.name.text === 'map' && made && ts.isArrowFunction(made) && !ts.isBlock(made.body))
        return this.texts(made.body, names).slice(0, 1)
      return this.#list(inner.expression.expression, names)
    }
    const [found] = this.#definitions.of(inner, names)
    if (found) return this.#list(found.expression, found.names)
    throw new Unreadable(node.getText())
  }
}
