import { runRelease } from './release.ts'

runRelease('verify')
