import { expect } from 'vitest'
import { type Directory, patchUrn } from '../directory.ts'

/** One request as a directory's software sends it, and what it needs to be answered. */
export interface Exchange {
  readonly title: string
  /** `{name}` stands for an id that an earlier answer brought. */
  readonly send: { readonly method: string; readonly path: string; readonly body?: unknown }
  readonly status: number
  /** What the answer has at least. */
  readonly has?: object
  /** Members that the answer must not have. */
  readonly lacks?: readonly string[]
  /** The id of the answer is called so from here on. */
  readonly keep?: string
}

/** Plays a conversation from its beginning, in order. */
export async function play(directory: Directory, exchanges: readonly Exchange[]): Promise<void> {
  const ids: Record<string, string> = {}
  const filled = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (text, name: string) => ids[name] ?? text))
  for (const { title, send, status, has, lacks = [], keep } of exchanges) {
    const { method, path, body } = filled(send)
    const answer = await directory.send(method, path, body)
    expect({
      title,
      status: answer.status,
      detail: answer.status < 400 ? undefined : answer.body?.detail,
    }).toEqual({
      title,
      status,
      detail: status < 400 ? undefined : expect.any(String),
    })
    if (has) expect(answer.body, title).toMatchObject(filled(has))
    for (const name of lacks) expect(answer.body, title).not.toHaveProperty([name])
    if (keep) ids[keep] = String(answer.body.id)
  }
}

export const patchOf = (...Operations: readonly object[]) => ({
  schemas: [patchUrn],
  Operations,
})
export const emptyList = { totalResults: 0, Resources: [] }
