import { useRsaKeys } from './rsa-keys.ts'

// Runs before each test file, in the worker that runs the file.
useRsaKeys()
