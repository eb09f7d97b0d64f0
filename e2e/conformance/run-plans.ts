import { launchBrowser } from '../foreign/browser.ts'
import type { PlanResults } from './compare.ts'
import { configurePlan } from './configuration.ts'
import { runModule, type Surroundings } from './module.ts'
import { type ConformancePlan, planGroups } from './plans.ts'
import { type SecuredInstance, startSecuredInstance } from './secured-instance.ts'
import { openSuite } from './suite.ts'

interface Run {
  readonly suiteOrigin: string
  readonly token: string | undefined
  /** Part of the names of the modules to run. */
  readonly moduleFilter: string
}

/** Prints each result that is not PASSED. */
export async function runPlan(
  surroundings: Omit<Surroundings, 'plan'>,
  secured: SecuredInstance,
  plan: ConformancePlan,
  moduleFilter = '',
): Promise<PlanResults> {
  const { suite, suiteOrigin } = surroundings
  const { configuration, close, ...configured } = await configurePlan(
    { ...secured, suiteOrigin, browser: surroundings.browser },
    plan,
  )
  try {
    const { id, modules } = await suite.createPlan(plan.planName, plan.variant, configuration)
    console.log(`${plan.key}: ${modules.length} modules, ${suiteOrigin}/plan-detail.html?plan=${id}`)
    const results: Record<string, string> = {}
    for (const module of modules.filter(({ testModule }) => testModule.includes(moduleFilter))) {
      const name = module.testModule in results ? `${module.testModule} (again)` : module.testModule
      const { id: moduleId, result } = await runModule({ ...surroundings, plan: configured }, id, module)
      results[name] = result
      if (result !== 'PASSED')
        console.log(`  ${result.padEnd(9)} ${name}: ${suiteOrigin}/log-detail.html?log=${moduleId}`)
    }
    return results
  } finally {
    await close()
  }
}

/** Each group has an instance of its own. */
export async function runPlans(
  { suiteOrigin, token, moduleFilter }: Run,
  plans: (plan: ConformancePlan) => boolean,
): Promise<Record<string, PlanResults>> {
  const suite = openSuite(suiteOrigin, { token })
  const browser = await launchBrowser()
  const all: Record<string, PlanResults> = {}
  try {
    for (const group of planGroups) {
      const chosen = group.plans.filter(plans)
      if (chosen.length === 0) continue
      const secured = await startSecuredInstance(suiteOrigin, group.settings, group)
      try {
        for (const plan of chosen)
          all[plan.key] = await runPlan({ suite, suiteOrigin, browser }, secured, plan, moduleFilter)
      } finally {
        await secured.stop()
      }
    }
  } finally {
    await browser.close()
  }
  return all
}
