import { filterLimits } from './filter.ts'

export type Token =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: '(' | ')' | '[' | ']' | 'end' }

/** The caller converts the error to `invalidFilter` or `invalidPath`. */
export class InvalidExpression extends Error {
  override name = 'InvalidExpression'
}

export class UnknownAttribute extends InvalidExpression {
  override name = 'UnknownAttribute'
}

const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z')
const isDigit = (char: string): boolean => char >= '0' && char <= '9'
const startsName = (char: string): boolean => isLetter(char) || char === '$' || char === '.'
/** A name may be qualified with a URN, which has colons, dots and digits. */
const goesOnName = (char: string): boolean => startsName(char) || isDigit(char) || '-_:'.includes(char)
const goesOnNumber = (char: string): boolean => isDigit(char) || 'eE+-.'.includes(char)

export function readTokens(text: string): Token[] {
  if (text.length > filterLimits.characters)
    throw new InvalidExpression(`has more than ${filterLimits.characters} characters`)
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === ' ') at += 1
    else {
      const [token, end] = readToken(text, at, char)
      tokens.push(token)
      at = end
    }
  }
  tokens.push({ kind: 'end' })
  return tokens
}

function readToken(text: string, at: number, char: string): [Token, number] {
  if (char === '(' || char === ')' || char === '[' || char === ']') return [{ kind: char }, at + 1]
  if (char === '"') return readString(text, at)
  if (startsName(char)) {
    const end = endOf(text, at, goesOnName)
    return [{ kind: 'name', text: text.slice(at, end) }, end]
  }
  if (isDigit(char) || char === '-') {
    const end = endOf(text, at, goesOnNumber)
    return [{ kind: 'number', text: text.slice(at, end) }, end]
  }
  throw new InvalidExpression(`has an unexpected character at position ${at + 1}`)
}

function endOf(text: string, start: number, goesOn: (char: string) => boolean): number {
  let end = start + 1
  while (end < text.length && goesOn(text.charAt(end))) end += 1
  return end
}

/** Reads a JSON string (RFC 7644 section 3.4.2.2, compValue). */
function readString(text: string, at: number): [Token, number] {
  let end = at + 1
  while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1
  try {
    const value: unknown = JSON.parse(text.slice(at, end + 1))
    if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0'))
      return [{ kind: 'string', text: value }, end + 1]
  } catch {
    // Refused below, together with text that cannot be stored and therefore equals nothing.
  }
  throw new InvalidExpression(`has a string that is not valid at position ${at + 1}`)
}
