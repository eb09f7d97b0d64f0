import { writeFileSync } from 'node:fs'
import { printOperations } from './derive/print-operations.ts'
import { printPermissions } from './derive/print-permissions.ts'
import { printSignInEndings } from './derive/print-sign-in-endings.ts'
import { operationList } from './registry.ts'

const write = (name: string, text: string): void =>
  writeFileSync(new URL(`../${name}`, import.meta.url), text)

write('operations.txt', printOperations(operationList))
write('permission-matrix.txt', printPermissions(operationList))
write('sign-in-endings.txt', printSignInEndings())
