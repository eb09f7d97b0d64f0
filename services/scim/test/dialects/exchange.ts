import { expect } from 'vitest'
import { type Directory, patchUrn } from '../directory.ts'

export interface Exchange {
  readonly title: string
  /** `{name}` is replaced with an id of an earlier response. */
  readonly send: { readonly method: string; readonly path: string; readonly body?: unknown }
  readonly status: number
  readonly has?: object
  readonly lacks?: readonly string[]
  readonly keep?: string
}

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
