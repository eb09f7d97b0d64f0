import { writeFileSync } from 'node:fs'
import { projectFileSchema, schemaFile } from './project-file/schema.ts'

writeFileSync(
  new URL(`../${schemaFile}`, import.meta.url),
  `${JSON.stringify(projectFileSchema(), null, 2)}\n`,
)
