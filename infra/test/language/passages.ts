import ts from 'typescript-5'
import type { Passage } from './rules.ts'

const testFunctions = new Set(['it', 'test', 'describe'])

/** Reads the comments of a TypeScript or JavaScript file, and the titles of its tests. */
export function readScript(path: string, text: string): Passage[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const comments = new Map<number, Passage>()
  const titles: Passage[] = []
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  // A parent and its first child have the same start: their comments are read once.
  const starts = new Set<number>()
  const ends = new Set<number>()
  const visit = (node: ts.Node): void => {
    if (!ts.isJsxText(node)) noteComments(node)
    if (path.includes('.test.') || path.startsWith('e2e/')) noteTitle(node)
    node.getChildren(file).forEach(visit)
  }
  visit(file)
  return [...joinLines([...comments.values()].toSorted((a, b) => a.line - b.line)), ...titles]

  function noteComments(node: ts.Node): void {
    const start = node.getFullStart()
    const leading = starts.has(start) ? [] : ts.getLeadingCommentRanges(text, start)
    const trailing = ends.has(node.end) ? [] : ts.getTrailingCommentRanges(text, node.end)
    starts.add(start)
    ends.add(node.end)
    for (const { pos, end } of [...(leading ?? []), ...(trailing ?? [])]) {
      const comment = plainComment(text.slice(pos, end))
      if (comment && !/^(?:biome-|@ts\b|#!)/.test(comment))
        comments.set(pos, { kind: 'comment', line: lineAt(pos), text: comment })
    }
  }

  function noteTitle(node: ts.Node): void {
    if (!ts.isCallExpression(node)) return
    const [title] = node.arguments
    const name = nameOfTest(node.expression)
    if (!title || !name || name === 'describe') return
    const written = ts.isStringLiteralLike(title)
      ? title.text
      : ts.isTemplateExpression(title)
        ? title
            .getText(file)
            .slice(1, -1)
            .replace(/\$\{[^}]*\}/g, '§')
        : ''
    if (written) titles.push({ kind: 'title', line: lineAt(title.getStart(file)), text: written })
  }
}

/** `it`, `it.each(…)`, `test.for(…)` and the like. */
function nameOfTest(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return testFunctions.has(expression.text) ? expression.text : undefined
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return nameOfTest(expression.expression)
  return undefined
}

const plainComment = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*\/$|^\/\/+/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim()

/** Joins line comments on successive lines to one passage. */
function joinLines(comments: readonly Passage[]): Passage[] {
  const joined: (Passage & { last: number })[] = []
  for (const comment of comments) {
    const before = joined.at(-1)
    if (before?.last === comment.line - 1)
      joined[joined.length - 1] = { ...before, text: `${before.text} ${comment.text}`, last: comment.line }
    else joined.push({ ...comment, last: comment.line })
  }
  return joined
}

/** Reads the paragraphs, list items and cells of a Markdown file; fenced blocks are left out. */
export function readMarkdown(text: string): Passage[] {
  let isCode = false
  return text.split('\n').flatMap((line, index): Passage[] => {
    if (/^\s*```/.test(line)) isCode = !isCode
    if (isCode || /^\s*(?:```|\|? ?:?-{3})/.test(line) || line.trim() === '') return []
    return [{ kind: 'document', line: index + 1, text: line.replace(/\]\([^)]*\)/g, ']').trim() }]
  })
}

/** Reads the comments of files whose comments begin with `mark`. */
export function readMarked(mark: '#' | '--' | '//', text: string): Passage[] {
  const comments = text.split('\n').flatMap((line, index): Passage[] => {
    const [, comment] = new RegExp(`(?:^|\\s)${mark}+ (.+)$`).exec(line) ?? []
    return comment ? [{ kind: 'comment', line: index + 1, text: comment.trim() }] : []
  })
  return joinLines(comments)
}
