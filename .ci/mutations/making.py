"""Mutants of a module: each change of the code in one place.

The changes are those of mutmut, with these differences: text with spaces and text that is put
together is for people and left alone, other text is changed in one way, and a condition that is
a bare value is negated.  Fields' defaults, types and ``zip`` are left alone as well.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_string

ROOT = Path(__file__).resolve().parents[2]


class Mutant:
    def __init__(self, file: str, name: str, line: int, span: tuple[int, int], at: str) -> None:
        self.file, self.name, self.line, self.span, self.at = file, name, line, span, at
        self.old: Any = None
        self.new: Any = None
        self.default = False

    def said(self, module: cst.Module) -> tuple[str, str]:
        return tuple(" ".join(module.code_for_node(n).split()) for n in (self.old, self.new))


def _changes(node: cst.CSTNode, parent: cst.CSTNode | None) -> list[cst.CSTNode]:
    made: list[cst.CSTNode] = []
    for kind, operator in mutation_operators:
        if not isinstance(node, kind):
            continue
        if operator is operator_string:
            if isinstance(node, cst.SimpleString) and " " not in node.evaluated_value:
                made += list(operator(node))[:1]
            continue
        made += list(operator(node))
    bare = (cst.Name, cst.Attribute, cst.Call, cst.Subscript)
    if (
        isinstance(parent, cst.If | cst.CompIf | cst.IfExp | cst.While)
        and parent.test is node
        and isinstance(node, bare)
    ):
        made.append(cst.UnaryOperation(cst.Not(), node))
    return made


def mutants(file: str) -> tuple[cst.Module, list[Mutant]]:
    """Return a module and every mutant of it, in the order of the text."""
    wrapper = MetadataWrapper(cst.parse_module((ROOT / file).read_text()), unsafe_skip_copy=True)
    places = wrapper.resolve(PositionProvider)
    parents = wrapper.resolve(ParentNodeProvider)
    found: list[Mutant] = []

    def visit(node: cst.CSTNode, owner: str, body: Any, span: tuple[int, int]) -> None:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.FormattedString | cst.Import):
            return
        if isinstance(node, cst.ImportFrom | cst.ConcatenatedString | cst.TypeAlias):
            return
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
            if node.func.value in ("len", "isinstance", "zip"):
                return
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString):
            return
        if isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Name):
            if node.targets[0].target.value == "__all__":
                return
        if isinstance(node, cst.AnnAssign):
            # what a field is by default is part of its class, which cannot be exchanged
            alias = module.code_for_node(node.annotation.annotation) == "TypeAlias"
            if node.value is None or alias or body == "class":
                return
        if isinstance(node, cst.Arg) and isinstance(parents.get(node), cst.ClassDef):
            return
        if isinstance(node, cst.If) and module.code_for_node(node.test) == "TYPE_CHECKING":
            return
        place = places.get(node)
        if isinstance(node, cst.BaseSmallStatement) and place is not None:
            span = (place.start.line, place.end.line)
        if isinstance(node, cst.If | cst.While) and place is not None:
            span = (place.start.line, places[node.test].end.line)
        if isinstance(node, cst.For) and place is not None:
            span = (place.start.line, places[node.iter].end.line)
        parent = parents.get(node)
        for new in _changes(node, parent):
            line = place.start.line if place is not None else span[0]
            one = Mutant(file, owner, line, span, "")
            one.old, one.new, one.default = node, new, body == "params"
            found.append(one)
        for child in node.children:
            name, inner, there = owner, body, span
            if isinstance(node, cst.ClassDef) and child is node.body and body is None:
                name = f"{owner}.{node.name.value}" if owner else node.name.value
                inner = "class"
            if isinstance(child, cst.FunctionDef) and body in (None, "class"):
                name = f"{owner}.{child.name.value}" if owner else child.name.value
                inner = "function"
                at = places[child]
                there = (at.start.line, at.end.line)
            if isinstance(node, cst.FunctionDef) and child is node.params and body == "function":
                inner = "params" if owner.split(".")[-1] == node.name.value else body
                at = places[node]
                there = (at.start.line, at.end.line)
            visit(child, name, inner, there)

    module = wrapper.module
    visit(module, "", None, (1, 1))
    kinds = Counter()
    for one in found:
        kinds[one.name] += 1
        one.at = f"{one.file}:{one.name or 'module'}:{kinds[one.name]}"
    return module, found
