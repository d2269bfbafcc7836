import type { BookingCard } from '../../../shared/cards/flights/schema.ts';
import { useWords } from './words.ts';

type Passengers = BookingCard['passengers'];

/** Passengers may share a name: the position makes the key unique. */
const keyed = (passengers: Passengers) =>
  passengers.map((passenger, index) => ({ ...passenger, key: `${index}-${passenger.name}` }));

export function PassengerList({ passengers }: { readonly passengers: Passengers }) {
  const words = useWords();
  return (
    <ul className="space-y-0.5">
      {keyed(passengers).map(({ key, name, type }) => (
        <li key={key}>
          <span className="font-medium">{name}</span> <span className="text-ink-soft">{words.t(`flight.${type}`)}</span>
        </li>
      ))}
    </ul>
  );
}
