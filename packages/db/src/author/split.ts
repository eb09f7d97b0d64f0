/** What must be skipped as a whole when looking for the semicolon that ends a statement. */
const opaque = [
  /--[^\n]*/y,
  /\/\*[\s\S]*?\*\//y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /\$([A-Za-z_]*)\$[\s\S]*?\$\1\$/y,
]

/** The statements of an SQL script, without their semicolons, comments between them left out. */
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
