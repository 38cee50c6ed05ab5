//! The types: data classes, open enums, and sealed interfaces with a place for what is unknown.

use std::fmt::Write as _;

use heck::ToShoutySnakeCase as _;

use super::{
    super::contract::{Contract, Definition, Kind, Member, Named, Shape, Variant},
    WIDTH, documentation, name, opening, reader, type_of,
};

/// The union that an object belongs to, and what its tag says there.
struct Place<'a> {
    union: &'a str,
    tag: &'a str,
    kind: &'a str,
}

/// `Types.kt`.
pub(super) fn types(contract: &Contract) -> String {
    let mut text = opening(&[
        "kotlinx.serialization.json.JsonElement",
        "kotlinx.serialization.json.JsonObject",
    ]);
    let reachable = contract.reachable();
    for (name, definition) in &reachable {
        text.push('\n');
        match &definition.kind {
            Kind::Object(members) => {
                let places = places(&reachable, name);
                object(&mut text, name, &definition.about, members, &places);
            }
            Kind::Names(names) => open_enum(&mut text, name, &definition.about, names),
            Kind::Union { tag, variants } => {
                union(&mut text, name, &definition.about, tag, variants);
            }
        }
    }
    text
}

fn places<'a>(reachable: &[(&'a str, &'a Definition)], object: &str) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    for &(union, definition) in reachable {
        let Kind::Union { tag, variants } = &definition.kind else { continue };
        let of_object = variants.iter().filter(|variant| variant.object == object);
        places.extend(of_object.map(|variant| Place { union, tag, kind: &variant.name }));
    }
    places
}

fn object(text: &mut String, of: &str, about: &str, members: &[Member], places: &[Place<'_>]) {
    documentation(text, "", about);
    let _ = writeln!(text, "public data class {of}(");
    for member in members {
        documentation(text, "    ", &member.about);
        let shape = type_of(&member.shape);
        let optional = if member.required { "" } else { "? = null" };
        let _ = writeln!(text, "    val {}: {shape}{optional},", name(&member.name));
    }
    documentation(text, "    ", "The members that this version of Hostline does not name.");
    let _ = writeln!(text, "    val extra: JsonObject = noMembers,");
    let mut unions: Vec<&str> = places.iter().map(|place| place.union).collect();
    unions.dedup();
    let parents = if unions.is_empty() { "JsonWritable".to_owned() } else { unions.join(", ") };
    let _ = writeln!(text, ") : {parents} {{");
    if members.iter().any(|member| member.shape == Shape::Secret) {
        // Whoever writes it into a log writes no secret.
        let _ = writeln!(text, "    override fun toString(): String = \"{of}(…)\"\n");
    }
    written(text, members, places);
    read(text, of, members, places);
    text.push_str("}\n");
}

fn written(text: &mut String, members: &[Member], places: &[Place<'_>]) {
    if members.is_empty() && places.is_empty() {
        text.push_str("    override fun toJson(): JsonObject = extra\n\n");
        return;
    }
    text.push_str("    override fun toJson(): JsonObject = membersOf(extra) {\n");
    for place in places {
        let _ = writeln!(text, "        member(\"{}\", \"{}\")", place.tag, place.kind);
    }
    for member in members {
        let _ = writeln!(text, "        member(\"{}\", {})", member.name, name(&member.name));
    }
    text.push_str("    }\n\n");
}

fn read(text: &mut String, of: &str, members: &[Member], places: &[Place<'_>]) {
    let _ = writeln!(text, "    public companion object : JsonReader<{of}> {{");
    let _ = writeln!(text, "        override fun fromJson(json: JsonElement): {of} {{");
    let _ = writeln!(text, "            val members = Members(\"{of}\", json)");
    let _ = writeln!(text, "            return {of}(");
    for member in members {
        let property = name(&member.name);
        let way = if member.required { "required" } else { "optional" };
        let reader = reader(&member.shape);
        let wire = &member.name;
        let _ = writeln!(text, "                {property} = members.{way}(\"{wire}\", {reader}),");
    }
    let tag = places.first().map(|place| format!("\"{}\"", place.tag)).unwrap_or_default();
    let _ = writeln!(text, "                extra = members.others({tag}),");
    text.push_str("            )\n        }\n    }\n");
}

fn open_enum(text: &mut String, of: &str, about: &str, names: &[Named]) {
    documentation(text, "", about);
    let _ = writeln!(text, "@JvmInline");
    let _ = writeln!(text, "public value class {of}(override val value: String) : OpenEnum {{");
    text.push_str("    override fun toString(): String = value\n\n");
    let _ = writeln!(text, "    public companion object : JsonReader<{of}> {{");
    for one in names {
        documentation(text, "        ", &one.about);
        let constant = one.name.to_shouty_snake_case();
        let _ = writeln!(text, "        public val {constant}: {of} = {of}(\"{}\")\n", one.name);
    }
    documentation(text, "        ", "The names that this version of Hostline knows.");
    let _ = writeln!(text, "        public val entries: List<{of}> = listOf(");
    for one in names {
        let _ = writeln!(text, "            {},", one.name.to_shouty_snake_case());
    }
    text.push_str("        )\n\n");
    let signature = format!("        override fun fromJson(json: JsonElement): {of} =");
    let body = format!("{of}(Text.fromJson(json))");
    let fits = signature.len() + 1 + body.len() <= WIDTH;
    let between = if fits { " " } else { "\n            " };
    let _ = writeln!(text, "{signature}{between}{body}");
    text.push_str("    }\n}\n");
}

fn union(text: &mut String, of: &str, about: &str, tag: &str, variants: &[Variant]) {
    documentation(text, "", about);
    let _ = writeln!(text, "public sealed interface {of} : JsonWritable {{");
    documentation(text, "    ", "Of a kind that this version of Hostline does not know.");
    text.push_str("    public data class Unknown(\n");
    documentation(text, "        ", "All of its members.");
    let _ = writeln!(text, "        val members: JsonObject,\n    ) : {of} {{");
    documentation(text, "        ", "The kind.");
    let tag_name = name(tag);
    let _ = writeln!(text, "        public val {tag_name}: String = tagOf(members, \"{tag}\")\n");
    text.push_str("        override fun toJson(): JsonObject = members\n    }\n\n");
    let _ = writeln!(text, "    public companion object : JsonReader<{of}> {{");
    let _ = writeln!(
        text,
        "        override fun fromJson(json: JsonElement): {of} = when (tagOf(json, \"{tag}\")) {{"
    );
    for Variant { name, object, .. } in variants {
        let _ = writeln!(text, "            \"{name}\" -> {object}.fromJson(json)");
    }
    text.push_str("            else -> Unknown(AnyMembers.fromJson(json))\n        }\n    }\n}\n");
}

/// The open enum of the errors' codes, which the contract has beside its types.
pub(super) fn codes(text: &mut String, names: &[Named]) {
    open_enum(text, "ErrorCode", "The stable name of a kind of failure.", names);
}
