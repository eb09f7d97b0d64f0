import { runRelease } from './release.ts'

runRelease('sign')
