import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

// Runs in the process that runs only this test file. Child processes write their own coverage into the same folder when they exit:
// Node.js passes NODE_V8_COVERAGE to each of them.

const parent = process.env.SIGNET_RECORDING
if (!parent) throw new Error('SIGNET_RECORDING names no folder')
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(join(parent, 'file-'))
process.env.NODE_V8_COVERAGE = folder

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

// Hooks run in reverse order, so those of the test file have stopped its services.
afterAll(async () => {
  const coverage = await session.post('Profiler.takePreciseCoverage')
  writeFileSync(join(folder, 'coverage-test-file.json'), JSON.stringify(coverage))
  writeFileSync(join(folder, 'test-file.txt'), expect.getState().testPath ?? '')
})
