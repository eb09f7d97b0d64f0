export interface Span {
  readonly start: number
  readonly end: number
}

export interface SqlTerm extends Span {
  readonly neutral: 'true' | 'false'
}

interface Token extends Span {
  readonly word: string
}

/** A condition begins after one of these words, and ends before one. */
const boundaries = new Set(
  'START END_OF_TEXT ( ) , SELECT FROM WHERE ON USING SET HAVING WHEN THEN ELSE END CASE JOIN LEFT RIGHT INNER CROSS GROUP ORDER LIMIT OFFSET RETURNING FOR UNION EXCEPT INTERSECT AS VALUES DO WINDOW BY'.split(
    ' ',
  ),
)

/** Operands of AND and OR, and a WHERE or ON of one term. */
export function sqlTerms(text: string): SqlTerm[] {
  const terms: SqlTerm[] = []
  for (const level of levels(tokens(text))) terms.push(...termsOfLevel(level))
  return terms.sort((a, b) => a.start - b.start)
}

/** A quoted text is one word without meaning. */
function tokens(text: string): Token[] {
  const statement = text.replace(/'(?:[^']|'')*'|--[^\n]*/g, (part) =>
    part.startsWith('--') ? ' '.repeat(part.length) : part,
  )
  const found = [
    ...statement.matchAll(/'(?:[^']|'')*'|"[^"]*"|[A-Za-z_$][\w$]*|[(),]|[^\s\w(),'"]+|\d+/g),
  ].map(({ 0: word, index }) => ({ word: word.toUpperCase(), start: index, end: index + word.length }))
  return [
    { word: 'START', start: 0, end: 0 },
    ...found,
    { word: 'END_OF_TEXT', start: text.length, end: text.length },
  ]
}

/** A group in parentheses is one token of the level that contains it. */
function levels(all: readonly Token[]): Token[][] {
  const finished: Token[][] = []
  const open: Token[][] = [[]]
  for (const token of all) {
    const current = open.at(-1) ?? []
    if (token.word === '(') open.push([token])
    else if (token.word === ')' && open.length > 1) {
      const group = [...current, token]
      finished.push(group)
      open.pop()
      open.at(-1)?.push({ word: 'GROUPED', start: group[0]?.start ?? 0, end: token.end })
    } else current.push(token)
  }
  return [...finished, ...open]
}

function termsOfLevel(level: readonly Token[]): SqlTerm[] {
  const terms: SqlTerm[] = []
  let begin = 0
  let before = level[0]
  let between = false
  for (let at = 1; at < level.length; at += 1) {
    const token = level[at]
    if (!token || !before) break
    if (token.word === 'BETWEEN') between = true
    if (token.word === 'AND' && between) {
      between = false
      continue
    }
    const isFromOfDistinct = token.word === 'FROM' && level[at - 1]?.word === 'DISTINCT'
    const ends = token.word === 'AND' || token.word === 'OR' || boundaries.has(token.word)
    if (!ends || isFromOfDistinct) continue
    const [first, last] = [level[begin + 1], level[at - 1]]
    if (first && last && first.start < token.start && begin + 1 <= at - 1) {
      const term = termBetween(before.word, token.word, first, last)
      if (term) terms.push(term)
    }
    begin = at
    before = token
  }
  return terms
}

function termBetween(before: string, after: string, first: Token, last: Token): SqlTerm | null {
  const span = { start: first.start, end: last.end }
  if (before === 'AND' || after === 'AND') return { ...span, neutral: 'true' }
  if (before === 'OR' || after === 'OR') return { ...span, neutral: 'false' }
  const isWhole = before === 'WHERE' || (before === 'ON' && first.word !== 'CONFLICT')
  return isWhole ? { ...span, neutral: 'true' } : null
}
