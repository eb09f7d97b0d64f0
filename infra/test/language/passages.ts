import { type Comment, type Expression, type Program, parseSync, Visitor } from 'oxc-parser'
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
  const texts = isTestData.test(path) ? readTitles(path, parsed.program, text) : readTexts(parsed.program)
  return [
    ...joinLines(comments),
    ...texts.map(({ start, ...passage }) => ({ ...passage, line: lineAt(start) })),
  ]
}

type PlacedText = Omit<Passage, 'line'> & { readonly start: number }

/** Strings of these files are titles of tests, or data. */
const isTestData = /(?:^|\/)(?:test|e2e|bench)\/|\.test\./

function readTitles(path: string, program: Program, source: string): PlacedText[] {
  const titles: PlacedText[] = []
  if (path.includes('.test.') || path.startsWith('e2e/'))
    new Visitor({
      CallExpression({ callee, arguments: [title] }) {
        if (!title || title.type === 'SpreadElement' || !isTestFunction(callee)) return
        const text = writtenTitle(title, source)
        if (text) titles.push({ kind: 'title', start: title.start, text })
      },
    }).visit(program)
  return titles
}

/** Reads error messages, log messages and descriptions. */
function readTexts(program: Program): PlacedText[] {
  const texts: PlacedText[] = []
  const read = (start: number, text: string) => {
    if (isSentence(text)) texts.push({ kind: 'text', start, text })
  }
  new Visitor({
    Literal({ start, value }) {
      if (typeof value === 'string') read(start, value)
    },
    JSXText({ start, value }) {
      read(start, value)
    },
    TemplateLiteral({ start, quasis }) {
      read(start, quasis.map(({ value }) => value.cooked).join('§'))
    },
  }).visit(program)
  return texts
}

const statements = /^\s*(?:ALTER|CREATE|DELETE|DROP|GRANT|INSERT|SELECT|UPDATE|WITH)\b/

const isSentence = (text: string): boolean => text.trim().split(/\s+/).length >= 4 && !statements.test(text)

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

/** Reads a JSON file with one message a line. */
export const readMessages = (text: string): Passage[] =>
  text.split('\n').flatMap((line, index): Passage[] => {
    const [, message] = /^\s*"[^"]*": (".*"),?$/.exec(line) ?? []
    return message ? [{ kind: 'text', line: index + 1, text: JSON.parse(message) }] : []
  })
