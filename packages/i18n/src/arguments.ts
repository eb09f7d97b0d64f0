import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * Sorted.
 * @throws SyntaxError for a text that is not ICU MessageFormat
 */
export const argumentsOf = (text: string): string[] =>
  [...new Set(namesIn(parse(text, { ignoreTag: true })))].toSorted()

const namesIn = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return namesIn(element.children)
    const options =
      element.type === TYPE.select || element.type === TYPE.plural
        ? Object.values(element.options).flatMap(({ value }) => namesIn(value))
        : []
    return [element.value, ...options]
  })
