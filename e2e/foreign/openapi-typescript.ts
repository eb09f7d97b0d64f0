import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installNpm } from './install.ts'
import { checkCreated, copyProgram, runProgram, type Suite, variablesOf } from './suite.ts'

const packages = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
  '@types/node@24.10.1',
]
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2024',
  noEmit: true,
  allowImportingTsExtensions: true,
}

export const openapiTypescript: Suite = {
  name: 'openapi-typescript',
  toolchain: ['npm'],
  async run({ folder, tools, documents, instance }) {
    const programs = await installNpm(tools, 'typescript', packages)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const types = ['node']
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, types } }),
    )
    await runProgram('ln', ['-s', join(programs, '..'), 'node_modules'], { folder })
    await runProgram(join(programs, 'openapi-typescript'), [documents.openapi31, '-o', 'schema.ts'], {
      folder,
    })
    await copyProgram('use.ts', join(folder, 'use.ts'))
    await runProgram(join(programs, 'tsc'), ['-p', '.'], { folder })
    const environment = variablesOf(instance, 'typescript')
    const output = await runProgram(process.execPath, ['use.ts'], { folder, environment })
    return checkCreated(instance, 'typescript', output)
  },
}
