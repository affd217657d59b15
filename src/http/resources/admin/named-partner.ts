import type { EngineView, PartnerView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'

/** The partner with this id, in any case. Throws PARTNER_NOT_FOUND, about `field` where the id is a member of the body. */
export function partnerNamed(view: Pick<EngineView, 'partnerById'>, id: string, field?: string): PartnerView {
  const partner = view.partnerById(id.toLowerCase())
  if (partner === undefined) throw new ApiError('PARTNER_NOT_FOUND', 'There is no such partner.', field === undefined ? {} : { field })
  return partner
}
