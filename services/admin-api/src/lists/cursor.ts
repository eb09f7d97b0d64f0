import { refuse } from '@signet/runtime'
import * as z from 'zod'

export interface Position {
  readonly sort: string
  readonly key: string | Date
  readonly id: string
}

const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed())
const shape = z.tuple([text, text, text])

export const encodeCursor = ({ sort, key, id }: Position): string =>
  Buffer.from(JSON.stringify([sort, key instanceof Date ? key.toISOString() : key, id])).toString('base64url')

/** Refuses a cursor of another list or order. */
export function decodeCursor(
  cursor: string,
  {
    isTime,
    sort,
  }: { readonly isTime: (sort: string) => boolean | undefined; readonly sort?: string | undefined },
): Position {
  const parsed = shape.safeParse(jsonOf(cursor))
  if (!parsed.success) return refuseCursor('is not a cursor of this list')
  const [own, key, id] = parsed.data
  const time = isTime(own)
  if (time === undefined || (sort !== undefined && sort !== own))
    return refuseCursor('belongs to another order')
  if (!time) return { sort: own, key, id }
  return z.iso.datetime().safeParse(key).success
    ? { sort: own, key: new Date(key), id }
    : refuseCursor('is not a cursor of this list')
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

function refuseCursor(message: string): never {
  refuse('invalid_value', { detail: `cursor: ${message}.`, errors: [{ path: 'cursor', message }] })
}
