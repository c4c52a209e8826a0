import { html } from 'lit'
import { shared } from '../../styles.ts'
import { LoadingElement } from '../loading-element.ts'
import { reviewsProperties } from '../properties.ts'

/** The reviews of a product. */
export class RwReviews extends LoadingElement {
  static override properties = {
    ...LoadingElement.properties,
    itemsPerPage: { attribute: reviewsProperties.itemsPerPage, type: Number },
    headerType: { attribute: reviewsProperties.headerType },
    listType: { attribute: reviewsProperties.listType },
  }
  static override styles = [shared]

  declare itemsPerPage: number
  declare headerType: string
  declare listType: string

  constructor() {
    super()
    this.itemsPerPage = 10
    this.headerType = 'default'
    this.listType = 'grid'
  }

  protected override async load(): Promise<void> {}

  protected override render() {
    return html``
  }
}
