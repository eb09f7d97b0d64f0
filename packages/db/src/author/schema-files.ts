import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../prisma/schema/', import.meta.url)

export function schemaFiles(): { path: string; content: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: name, content: readFileSync(new URL(name, folder), 'utf8') }))
}
