import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forms } from '../edge/forms.ts'
import { root } from '../local/repository.ts'
import { natsForms } from '../nats/forms.ts'
import { chartForms } from './chart.ts'

/**
 * `node infra/packaging/print.ts` writes the configurations of HAProxy and nats-server of each packaging, and the generated files of
 * the chart.
 */
for (const [file, text] of Object.entries({ ...forms, ...natsForms, ...chartForms() }))
  writeFileSync(join(root, file), text)
