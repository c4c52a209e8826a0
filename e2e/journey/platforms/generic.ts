import { iso, nothingToClose, type Shop, type ShopPurchase, type Step, secret, shopPurchase } from './shop.ts'

/** A system of its own: its orders are JSON in Portuguese, which a mapping describes. */
export async function openGeneric(): Promise<Shop> {
  return {
    connection: { platform: 'generic', secret, options: mapping },
    webhook: (purchase, step) => {
      const bought = shopPurchase(purchase)
      return {
        headers: {
          'content-type': 'application/json',
          'x-realword-secret': secret,
          'idempotency-key': `${bought.id}-${step}`,
        },
        body: Buffer.from(JSON.stringify({ pedido: orderOf(bought, step) })),
      }
    },
    close: nothingToClose,
  }
}

const mapping = {
  orders: 'pedido',
  order_id: 'numero',
  ordered_at: 'criado_em',
  changed_at: 'atualizado_em',
  shipped_at: 'entrega.postado_em',
  delivered_at: 'entrega.entregue_em',
  is_cancelled: 'situacao = "cancelado"',
  customer_email: 'cliente.contato.email',
  customer_name: 'cliente.nome',
  customer_phone: 'cliente.contato.celular',
  products: 'itens',
  product_id: 'produto.id',
  product_sku: 'sku',
  product_name: 'produto.nome',
  product_price: 'preco',
  product_gtin: 'ean',
  product_url: 'produto.link',
}

function orderOf({ id, product, customer, ...times }: ShopPurchase, step: Step) {
  const isDelivered = step === 'delivered'
  return {
    numero: id,
    criado_em: iso(times.orderedAt),
    atualizado_em: iso(isDelivered ? times.deliveredAt : times.orderedAt),
    situacao: isDelivered ? 'entregue' : 'pago',
    cliente: { nome: customer.name, contato: { email: customer.email, celular: customer.phone } },
    entrega: isDelivered ? { postado_em: iso(times.shippedAt), entregue_em: iso(times.deliveredAt) } : {},
    itens: [
      {
        produto: { id: product.product_id, nome: product.name, link: product.url },
        ...{ sku: product.sku, ean: product.gtin ?? null, preco: product.price.toFixed(2) },
      },
    ],
  }
}
