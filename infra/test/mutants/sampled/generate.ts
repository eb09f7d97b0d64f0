import { createHash } from 'node:crypto'
import ts from 'typescript-5'
import { type Change, changesOfNode } from './changes.ts'

export const kinds = ['term', 'sql', 'write', 'filter', 'option', 'guard'] as const
export type Kind = (typeof kinds)[number]

export interface GeneratedMutant extends Change {
  /** File, kind and a digest of the change: stays the same while other lines of the file change. */
  readonly id: string
  readonly file: string
  readonly line: number
}

export function generateMutants(file: string, text: string): GeneratedMutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const changes: Change[] = []
  const visit = (node: ts.Node): void => {
    changes.push(...changesOfNode(node, text))
    ts.forEachChild(node, visit)
  }
  visit(source)
  const counts = new Map<string, number>()
  return changes
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((change) => {
      const digest = digestOfChange(change, text)
      const count = (counts.get(digest) ?? 0) + 1
      counts.set(digest, count)
      const id = `${file}#${change.kind}-${digest}${count > 1 ? `-${count}` : ''}`
      const line = source.getLineAndCharacterOfPosition(change.start).line + 1
      return { ...change, id, file, line }
    })
}

const digestOfChange = ({ kind, start, end, replacement, context }: Change, text: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([kind, text.slice(start, end), replacement, text.slice(context.start, context.end)]),
    )
    .digest('hex')
    .slice(0, 8)

export const mutate = (text: string, { start, end, replacement }: Change): string =>
  text.slice(0, start) + replacement + text.slice(end)
