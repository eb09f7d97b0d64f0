function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns undefined for a text that is not a JSON object. An empty text is an empty object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = text.trim() === '' ? {} : parseJson(text)
  return isObject(value) ? value : undefined
}

/** Parses JSON of a number, a boolean, a list or a text in quotes; otherwise returns the text itself. */
export function valueOfText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined || value === null ? text : value
}

export const textOfValue = (value: unknown): string =>
  typeof value === 'string' && valueOfText(value) === value ? value : JSON.stringify(value)
