import { type Comment, type Expression, parseSync, Visitor } from 'oxc-parser'
import type { Passage } from './rules.ts'

const testFunctions = new Set(['it', 'test'])

export function readScript(path: string, text: string): Passage[] {
  const parsed = parseSync(path, text)
  const lineAt = lineCounter(text)
  const comments = parsed.comments.flatMap((comment): Passage[] => {
    const plain = plainComment(comment)
    return plain && !/^(?:biome-|@ts\b)/.test(plain)
      ? [{ kind: 'comment', line: lineAt(comment.start), text: plain }]
      : []
  })
  const titles: Passage[] = []
  // Reading the tree takes longer than parsing it.
  if (path.includes('.test.') || path.startsWith('e2e/'))
    new Visitor({
      CallExpression({ callee, arguments: [title] }) {
        if (!title || title.type === 'SpreadElement' || !isTestFunction(callee)) return
        const written = writtenTitle(title, text)
        if (written) titles.push({ kind: 'title', line: lineAt(title.start), text: written })
      },
    }).visit(parsed.program)
  return [...joinLines(comments), ...titles]
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}

function writtenTitle(title: Expression, text: string): string {
  if (title.type === 'Literal') return typeof title.value === 'string' ? title.value : ''
  if (title.type !== 'TemplateLiteral') return ''
  return text.slice(title.start + 1, title.end - 1).replace(/\$\{[^}]*\}/g, '§')
}

function isTestFunction(expression: Expression): boolean {
  if (expression.type === 'Identifier') return testFunctions.has(expression.name)
  if (expression.type === 'MemberExpression') return isTestFunction(expression.object)
  return expression.type === 'CallExpression' && isTestFunction(expression.callee)
}

const plainComment = ({ value }: Comment): string =>
  value
    .replace(/^\/+/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim()

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

/** Reads paragraphs, list items and cells; fenced blocks are left out. */
export function readMarkdown(text: string): Passage[] {
  let isCode = false
  return text.split('\n').flatMap((line, index): Passage[] => {
    if (/^\s*```/.test(line)) isCode = !isCode
    if (isCode || /^\s*(?:```|\|? ?:?-{3})/.test(line) || line.trim() === '') return []
    return [{ kind: 'document', line: index + 1, text: line.replace(/\]\([^)]*\)/g, ']').trim() }]
  })
}

export function readMarked(mark: '#' | '--' | '//', text: string): Passage[] {
  const comments = text.split('\n').flatMap((line, index): Passage[] => {
    const [, comment] = new RegExp(`(?:^|\\s)${mark}+ (.+)$`).exec(line) ?? []
    return comment ? [{ kind: 'comment', line: index + 1, text: comment.trim() }] : []
  })
  return joinLines(comments)
}
