import { readFileSync, writeFileSync } from 'node:fs'
import { readmeFile, readmeWithTable, stacksFile, stacksModule } from './stacks.ts'

writeFileSync(stacksFile, stacksModule())
writeFileSync(readmeFile, readmeWithTable(readFileSync(readmeFile, 'utf8')))
