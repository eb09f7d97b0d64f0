import ts from 'typescript-5'
import { type Definitions, type Names, unwrapped } from './definitions.ts'
import { Unreadable } from './unreadable.ts'

/** `raw` parts of statements are built from constant texts. */
export class Constants {
  readonly #checker: ts.TypeChecker
  readonly #definitions: Definitions

  constructor(checker: ts.TypeChecker, definitions: Definitions) {
    this.#checker = checker
    this.#definitions = definitions
  }

  text(node: ts.Expression, names: Names): string {
    const inner = unwrapped(node)
    if (ts.isStringLiteralLike(inner)) return inner.text
    const [bound] = ts.isIdentifier(inner) ? this.#definitions.of(inner, names) : []
    if (bound && ts.isStringLiteral(bound.expression)) return bound.expression.text
    const type = this.#checker.getTypeAtLocation(inner)
    const [literal] = (type.isUnion() ? type.types : [type]).filter((each) => each.isStringLiteral())
    if (literal?.isStringLiteral()) return literal.value
    if (ts.isTemplateExpression(inner))
      return inner.templateSpans.reduce(
        (text, span) => text + this.text(span.expression, names) + span.literal.text,
        inner.head.text,
      )
    if (
      ts.isCallExpression(inner) &&
      ts.isPropertyAccessExpression(inner.expression) &&
      inner.expression.name.text === 'join'
    )
      return this.listed(inner.expression.expression, names).join(
        inner.arguments[0] ? this.text(inner.arguments[0], names) : ',',
      )
    const [found] = ts.isCallExpression(inner)
      ? this.#definitions.made(inner, names)
      : this.#definitions.of(inner, names)
    if (found) return this.text(found.expression, found.names)
    throw new Unreadable(node.getText())
  }

  listed(node: ts.Expression, names: Names): string[] {
    const inner = unwrapped(node)
    if (ts.isArrayLiteralExpression(inner)) return inner.elements.map((each) => this.text(each, names))
    if (ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression)) {
      const [made] = inner.arguments
      if (inner.expression.getText() === 'Object.keys' && made) return this.#keys(made, names)
      const listed = this.listed(inner.expression.expression, names)
      if (inner.expression.name.text !== 'map' || !made || !ts.isArrowFunction(made) || ts.isBlock(made.body))
        return listed
      const [parameter] = made.parameters
      const symbol = parameter && this.#checker.getSymbolAtLocation(parameter.name)
      const { body } = made
      return listed.map((text) =>
        this.text(
          body,
          symbol
            ? new Map([...names, [symbol, { expression: ts.factory.createStringLiteral(text), names }]])
            : names,
        ),
      )
    }
    const [found] = this.#definitions.of(inner, names)
    if (found) return this.listed(found.expression, found.names)
    throw new Unreadable(node.getText())
  }

  #keys(node: ts.Expression, names: Names): string[] {
    const inner = unwrapped(node)
    if (ts.isObjectLiteralExpression(inner))
      return inner.properties.flatMap(({ name }) => (name ? [name.getText()] : []))
    const [found] = this.#definitions.of(inner, names)
    if (found) return this.#keys(found.expression, found.names)
    throw new Unreadable(node.getText())
  }
}
