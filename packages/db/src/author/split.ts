/** Tokens that may contain a semicolon which does not end the statement. */
const opaque = [
  /--[^\n]*/y,
  /\/\*[\s\S]*?\*\//y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /\$([A-Za-z_]*)\$[\s\S]*?\$\1\$/y,
]

export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  let position = 0
  while (position < script.length) {
    const token = tokenAt(script, position)
    position += token.length
    if (token === ';') {
      statements.push(statement.trim())
      statement = ''
    } else if (!isComment(token)) statement += token
  }
  return [...statements, statement.trim()].filter((text) => text !== '')
}

const isComment = (token: string): boolean => token.startsWith('--') || token.startsWith('/*')

function tokenAt(script: string, position: number): string {
  for (const pattern of opaque) {
    pattern.lastIndex = position
    const found = pattern.exec(script)?.[0]
    if (found !== undefined) return found
  }
  return script.charAt(position)
}
