import { declared } from '../protocol/declared-claims.ts'
import type { ClaimsMask, Wrapper } from './override.ts'

type Result = (this: ClaimsMask) => Promise<object>

export const addDeclared: Wrapper<Result> = (select) =>
  async function selectWithDeclared() {
    const values = this.available[declared]
    return values ? { ...(await select.call(this)), ...values } : select.call(this)
  }
