/** What the cards of flights say as plain cards, in each language. */
export const WORDS = {
  book: { en: 'Book', zh: '预订' },
  cancel: { en: 'Cancel the booking', zh: '取消预订' },
  passengers: { en: 'passengers', zh: '乘客' },
  adult: { en: 'adult', zh: '成人' },
  child: { en: 'child', zh: '儿童' },
  fare: { en: 'fare', zh: '票价' },
  fee: { en: 'fee', zh: '手续费' },
  refund: { en: 'refund', zh: '退款' },
  total: { en: 'total', zh: '总价' },
  confirmed: { en: 'Confirmed', zh: '已确认' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
  bookings: { en: 'Bookings', zh: '预订' },
  confirmBook: { en: 'Confirm and book', zh: '确认预订' },
  notNow: { en: 'Not now', zh: '暂不预订' },
  confirmCancel: { en: 'Cancel the booking', zh: '确认取消' },
  keep: { en: 'Keep the booking', zh: '保留预订' },
} as const;
