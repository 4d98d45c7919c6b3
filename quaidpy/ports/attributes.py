"""What must be possible with attributes of subjects? Part of the ports of memory, in a file of its own."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from quaidpy.domain.identity import AttributeId, EntityId, NodeId, Owner
from quaidpy.domain.memories.attributes import Attribute, ValueState
from quaidpy.domain.time.lifetimes import Moment


class AttributeWriting(Protocol):
    """The part of an open transaction that puts attributes down, insert-or-replace by id."""

    def put_attributes(self, attributes: Iterable[Attribute]) -> None: ...


class AttributeReading(Protocol):
    """The part of the store that tells values of attributes. History is included; withdrawn rows are too."""

    def attributes(self, owner: Owner, ids: Sequence[AttributeId]) -> list[Attribute]:
        """By id; those that are not there are left out."""
        ...

    def attributes_of(self, owner: Owner, subjects: Sequence[EntityId]) -> list[Attribute]:
        """By id, of these subjects."""
        ...

    def attributes_stated_by(self, owner: Owner, nodes: Sequence[NodeId]) -> list[Attribute]:
        """By id, those that one of these memories or turns states."""
        ...

    def value_states(
        self, owner: Owner, nodes: Sequence[NodeId], moment: Moment
    ) -> Mapping[NodeId, tuple[ValueState, ...]]:
        """What each of these memories and turns states as an attribute or an edge, and whether that still holds.

        A turn states what was found in its own words, and what the memories made of it state. As known at the moment:
        an end that was learnt later is not told. Withdrawn values are left out, and so are nodes that state none.
        Of one node those that ended come last, then by what they say. Plain relations without an end are told too.
        """
        ...
