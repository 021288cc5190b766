import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import type { Place, PlacePrediction } from "@/shared/api/types";
import { TextField } from "@/shared/react/field";
import { choiceOf } from "@/shared/text/rich-messages";
import { textOf } from "@/shared/text/messages";
import { fetchPlace, proposePlaces, type PlaceContext } from "./places";

/** Minimum prefix length for suggestions. */
const shortest = 4;
const pauseMs = 250;

interface StreetFieldProps extends ComponentProps<typeof TextField> {
  cartToken: string;
  context: PlaceContext;
  onPlace: (place: Place) => void;
}

/** The street field, with suggestions of whole addresses. */
export function StreetField({ cartToken, context, onPlace, onChange, ...field }: StreetFieldProps) {
  const listId = useId();
  const session = useRef(crypto.randomUUID());
  const [typed, setTyped] = useState("");
  const [places, setPlaces] = useState<PlacePrediction[]>([]);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    if (typed.trim().length < shortest) return;
    let isWanted = true;
    const asked = setTimeout(() => {
      void proposePlaces(typed.trim(), { cartToken, session: session.current }).then((found) => {
        if (!isWanted) return;
        setPlaces(found);
        setActive(-1);
      });
    }, pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(asked);
    };
  }, [typed, cartToken]);

  const close = (): void => {
    setTyped("");
    setPlaces([]);
    setActive(-1);
  };

  const choose = async (chosen: PlacePrediction): Promise<void> => {
    close();
    onChange(chosen.description);
    const place = await fetchPlace(chosen.placeId, { cartToken, session: session.current }, context);
    // The next address is a new session.
    session.current = crypto.randomUUID();
    if (place !== null) onPlace(place);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (places.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = places[active];
    if (step !== undefined) {
      const from = active === -1 && step === -1 ? 0 : active;
      setActive((from + step + places.length) % places.length);
    } else if (event.key === "Enter" && chosen !== undefined) {
      void choose(chosen);
    } else if (event.key === "Escape") {
      close();
    } else return;
    event.preventDefault();
  };

  const isOpen = places.length > 0;
  return (
    <div className="stoa-places">
      <TextField
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={active === -1 ? undefined : `${listId}-${String(active)}`}
        onKeyDown={onKeyDown}
        onBlur={close}
        onChange={(text) => {
          setTyped(text);
          if (text.trim().length < shortest) setPlaces([]);
          onChange(text);
        }}
      />
      <ul
        className="stoa-places__list"
        id={listId}
        role="listbox"
        aria-label={textOf("address.suggested")}
        hidden={!isOpen}
      >
        {places.map((place, index) => (
          <li
            key={place.placeId}
            id={`${listId}-${String(index)}`}
            role="option"
            className="stoa-places__place"
            aria-selected={index === active}
            onMouseDown={(event) => {
              // Keeps the focus in the field, so that the list does not close before the click.
              event.preventDefault();
              void choose(place);
            }}
          >
            {place.description}
          </li>
        ))}
      </ul>
      <p className="stoa-hidden" role="status">
        {isOpen ? choiceOf("address.suggestedCount", { count: places.length }) : ""}
      </p>
    </div>
  );
}
