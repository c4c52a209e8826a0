import type { Dependencies } from '../../dependencies.ts'
import type { AccessPolicies } from '../access.ts'
import * as access from '../operators/access-routes.ts'
import * as operators from '../operators/operator-routes.ts'
import { type Group, group, type Route } from './group.ts'

/** The operator API, for programs and for signed-in operators. */
export function operatorRoutes(policy: AccessPolicies, deps: Dependencies): Group[] {
  return [
    group('A program that operates the installation, with an operator key', policy.operatorKey, [
      ...routesBelow('/operator/v1', deps),
    ]),
    group('A signed-in operator of the installation', policy.operatorRole, [
      ...routesBelow('/admin/api/operator', deps),
      ['GET', '/admin/api/operator/operators', access.operatorsOfAll(deps)],
      ['POST', '/admin/api/operator/operators', access.makeOperator(deps)],
      ['DELETE', '/admin/api/operator/operators/:userId', access.dismissOperator(deps)],
      ['GET', '/admin/api/operator/keys', access.operatorKeys(deps)],
      ['POST', '/admin/api/operator/keys', access.makeOperatorKey(deps)],
      ['PATCH', '/admin/api/operator/keys/:keyId', access.changeOperatorKey(deps)],
      ['DELETE', '/admin/api/operator/keys/:keyId', access.withdrawOperatorKey(deps)],
    ]),
  ]
}

function routesBelow(base: string, deps: Dependencies): Route[] {
  return [
    ['GET', `${base}/stores`, operators.operatedStores(deps)],
    ['POST', `${base}/stores`, operators.createStoreAsOperator(deps)],
    ['GET', `${base}/stores/:storeId`, operators.operatedStore(deps)],
    ['PATCH', `${base}/stores/:storeId`, operators.changeStoreAsOperator(deps)],
    ['DELETE', `${base}/stores/:storeId`, operators.deleteStoreAsOperator(deps)],
    ['GET', `${base}/stores/:storeId/usage`, operators.operatedStoreUsage(deps)],
    ['GET', `${base}/usage`, operators.usageOfAll(deps)],
    ['GET', `${base}/health`, operators.healthOfAll(deps)],
    ['GET', `${base}/log`, operators.operatorsLog(deps)],
  ]
}
