import { digest } from '@signet/secrets'
import { ScimError } from './error.ts'

/**
 * Cursor of RFC 9865: the last id of a page, and a digest of the filter, so that a cursor of another list is refused instead of
 * returning a part of this one. It does not expire.
 */
export const cursorAfter = (id: string, filter: unknown): string =>
  Buffer.from(`${digestOf(filter)}.${id}`).toString('base64url')

/** Returns the id before the page; null for the first page, whose cursor is empty. */
export function readCursor(cursor: unknown, filter: unknown): string | null {
  if (cursor === '') return null
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : ''
  const [, found, id] = /^([\w-]+)\.(\w{1,128})$/.exec(text) ?? []
  if (id === undefined || found !== digestOf(filter))
    throw new ScimError(400, 'The cursor is not one of this list. Begin with an empty cursor.', {
      scimType: 'invalidCursor',
    })
  return id
}

const digestOf = (filter: unknown): string => digest(typeof filter === 'string' ? filter : '').slice(0, 12)
