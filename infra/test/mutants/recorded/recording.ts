import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../../local/repository.ts'
import { executedIntervals, type Interval, mergedIntervals, type ScriptCoverage } from './executed.ts'

export interface ExecutedSource {
  readonly digest: string
  readonly intervals: readonly Interval[]
}

export interface Recording {
  readonly test: string
  readonly seconds: number
  readonly passed: boolean
  readonly sources: Readonly<Record<string, ExecutedSource>>
}

const store = join(root, 'node_modules/.signet-test/executed')
const fileOfTest = (test: string): string => join(store, `${test.replaceAll('/', '+')}.json`)

export function writeRecording(recording: Recording): void {
  mkdirSync(store, { recursive: true })
  writeFileSync(fileOfTest(recording.test), JSON.stringify(recording))
}

/** Null when the file or a source that it executed has changed since. */
export function readRecording(test: string, digestOfFile: (file: string) => string): Recording | null {
  const path = fileOfTest(test)
  if (!existsSync(path)) return null
  const recording = JSON.parse(readFileSync(path, 'utf8')) as Recording
  const isCurrent = Object.entries(recording.sources).every(
    ([file, { digest }]) => digest === digestOfFile(file),
  )
  return isCurrent ? recording : null
}

/** Reads each file once. */
export function makeFileDigests(): (file: string) => string {
  const digests = new Map<string, string>()
  return (file) => {
    const known = digests.get(file)
    if (known !== undefined) return known
    const path = join(root, file)
    const digest = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    digests.set(file, digest)
    return digest
  }
}

export function readCoverageFolder(folder: string): Map<string, Interval[]> {
  const executed = new Map<string, Interval[]>()
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      readonly result: readonly ScriptCoverage[]
    }
    for (const script of result) {
      const file = sourceOfUrl(script.url)
      if (file !== null)
        executed.set(file, mergedIntervals([...(executed.get(file) ?? []), ...executedIntervals(script)]))
    }
  }
  return executed
}

/** Null for modules of Node.js and of dependencies. */
function sourceOfUrl(url: string): string | null {
  if (!url.startsWith('file:')) return null
  const file = relative(root, fileURLToPath(new URL(url)))
  return file.endsWith('.ts') && !file.startsWith('..') && !file.includes('node_modules') ? file : null
}
