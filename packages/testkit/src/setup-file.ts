import { afterAll } from 'vitest'
import { useRsaKeys } from './rsa-keys.ts'
import { killServiceProcesses } from './service-process.ts'

// Runs before each test file, in the worker that runs the file.
useRsaKeys()
afterAll(killServiceProcesses)
