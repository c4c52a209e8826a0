import { expect, test } from 'vitest'
import { type OrderMeaning, orderMeaningOf, type StateSubject } from './meaning.ts'

// Words of Shopify, WooCommerce, Nuvemshop, VTEX, Magento, PrestaShop, OpenCart and Mercado Libre.
const table: [StateSubject, OrderMeaning | undefined, string[]][] = [
  [
    'payment',
    'off',
    [
      'refunded',
      'voided',
      'Recusado',
      'Estornado',
      'Reintegrado',
      'expired',
      'Rechazado',
      'Anulado',
      'Denied',
    ],
  ],
  [
    'payment',
    'bought',
    ['paid', 'Confirmado', 'partially_refunded', 'Recibido', 'Pagamento aprovado', 'Completed'],
  ],
  [
    'payment',
    'unpaid',
    ['pending', 'authorized', 'partially_paid', 'Pendente', 'No pagado', 'unpaid', 'não', 'En espera'],
  ],
  ['payment', undefined, ['card', 'sent', 'nicht bezahlt', '3']],
  [
    'shipment',
    'sent',
    [
      'fulfilled',
      'Enviado',
      'Entregue',
      'Entregado',
      'out for delivery',
      'In transit',
      'A caminho',
      'Pedido entregue',
    ],
  ],
  [
    'shipment',
    'unsent',
    [
      ...[
        'unfulfilled',
        'partial',
        'Não enviado',
        'No entregado',
        'Sin enviar',
        'Por enviar',
        'Ready to ship',
      ],
      ...['Não está embalado', 'No está empaquetado', 'Partially shipped', 'will be shipped', 'on_hold'],
    ],
  ],
  ['line', 'off', ['not_eligible', 'Removed']],
  ['shipment', undefined, ['not_eligible']],
  ['shipment', 'off', ['restocked', 'Devolvido', 'Return in progress', 'delivery failed', 'Extraviado']],
  ['shipment', undefined, ['shipped, awaiting pickup', 'handed over to Karl', 'Versandt', 'left at door']],
  [
    'order',
    'off',
    [
      ...[
        'wc-cancelled',
        'wc-refunded',
        'wc-failed',
        'Canceled',
        'Chargeback',
        'Suspected Fraud',
        'Payment error',
      ],
      ...[
        'Cancelamento solicitado',
        'Devolução finalizada',
        'PayPal Reversed',
        'cancelled by our team',
        'incomplete',
      ],
    ],
  ],
  ['order', 'sent', ['wc-completed', 'Shipped', 'complete', 'Entregado al comprador', 'delivered']],
  [
    'order',
    'unsent',
    [
      ...[
        'wc-processing',
        'wc-on-hold',
        'pending',
        'ready-for-handling',
        'Preparação em andamento',
        'holded',
        'New',
      ],
      ...['Awaiting shipment', 'payment-pending', 'Processed'],
    ],
  ],
  ['order', 'unpaid', ['On backorder (not paid)', 'not paid', 'Parcialmente pago']],
  [
    'order',
    'bought',
    ['approved', 'Aberto', 'payment-approved', 'invoiced', 'Faturado', 'Payment accepted', 'paid'],
  ],
  ['order', 'closed', ['closed', 'Archivada']],
  [
    'order',
    undefined,
    ['not cancelled', 'Canceled Reversal', 'yes', '5', 'SP', 'em casa', '', '__proto__', 'constructor'],
  ],
]

test.each(table)('%s, %s: %j', (subject, meaning, states) => {
  expect(states.map(state => [state, orderMeaningOf(state, subject)])).toEqual(
    states.map(state => [state, meaning]),
  )
})
