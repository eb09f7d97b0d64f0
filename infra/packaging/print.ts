import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forms } from '../edge/forms.ts'
import { root } from '../local/repository.ts'
import { natsForms } from '../nats/forms.ts'

/** `node infra/packaging/print.ts` writes the configurations of HAProxy and nats-server of each packaging. */
for (const [file, text] of Object.entries({ ...forms, ...natsForms })) writeFileSync(join(root, file), text)
